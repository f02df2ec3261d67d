"""Verdicts on whether a middle fits between two contexts, and if not, where and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.explain import expectation, explain, explain_end, indentation, lexical
from quoin.engine.explain.right import explain_right
from quoin.lsp_server.documents.positions import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import quoin


@dataclass(frozen=True)
class Verdict:
    """The engine's verdict on a middle.

    Attributes:
        viable: length in characters of the longest viable prefix of the middle.
        member: whether the whole file is a member of the language.
        at: offset in characters of the refused place in the middle; None if nothing was refused.
        place: line and column from 1 of the refused place, in the file with the middle; None like `at`.
        expected: what could stand at the refused place; empty if nothing was refused.
        message: the reason for the refusal, in words; None if nothing was refused.
        problem: the reason why no middle fits; None if some middle fits.
    """

    viable: int
    member: bool
    at: int | None = None
    place: tuple[int, int] | None = None
    expected: Sequence[str] = ()
    message: str | None = None
    problem: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return the JSON form of `quoin check --jsonl`, with the other fields only if text is refused."""
        data: dict[str, object] = {"viable": self.viable, "member": self.member}
        if self.at is not None and self.place is not None:
            data |= {"at": self.at, "line": self.place[0], "column": self.place[1]}
            data |= {"expected": list(self.expected), "message": self.message}
        if self.problem is not None:
            data["problem"] = self.problem
        return data


def judge(language: quoin.Language, left: str, middle: str, right: str) -> Verdict:
    """Feed a middle to the engine.

    Raises:
        quoin.EngineError: the engine itself failed.
        UnicodeEncodeError: a text holds half of a surrogate pair.
    """
    quotient = language.quotient(left, right)
    if quotient.problem is not None:
        message = describe_problem(language, quotient.problem, left, right)
        return Verdict(
            0,
            member=False,
            at=0,
            place=locate(left, len(left)),
            expected=_distinct(quotient.problem.expected),
            message=message,
            problem=message,
        )
    state = quotient.start()
    data = middle.encode()
    accepted = state.viable_prefix(data)
    state.advance(data[:accepted])
    if accepted == len(data):
        return Verdict(len(middle), member=state.member)
    # The first bytes of a character do not count if a later byte of it is refused.
    viable = len(data[:accepted].decode(errors="ignore"))
    return Verdict(
        viable,
        member=False,
        at=viable,
        place=locate(left + middle, len(left) + viable),
        expected=_distinct(state.expected()),
        message=describe_refusal(language, state, left.encode() + data[:accepted], data[accepted:]),
    )


def _distinct(names: Sequence[str]) -> list[str]:
    """Remove repetitions, which occur because several terminals may have one name."""
    return list(dict.fromkeys(names))


def describe_refusal(language: quoin.Language, state: quoin.State, taken: bytes, refused: bytes) -> str:
    """Describe why a text cannot be continued.

    Args:
        language: the language of the text.
        state: the state of the quotient after `taken`.
        taken: the accepted text from the beginning of the file on.
        refused: the text that cannot follow; empty for the end of the middle.
    """
    text = taken + refused
    place = _places(text)
    message = None
    problem = language.quotient(text, b"").problem if refused else None
    if problem is not None and problem.side == "left" and problem.offset <= len(taken):
        message = lexical(language, text, problem.offset, problem.expected, place)
    if message is None and refused:
        message = indentation(language, text, len(taken))
    return message or f"expected {expectation(language, taken, state, place)}"


def describe_problem(language: quoin.Language, problem: quoin.Problem, left: str, right: str) -> str:
    """Describe why nothing fits between two texts, with line and column in their concatenation."""
    text = left.encode()
    place = _places(text)
    if problem.side == "left":
        found = explain(language, text, problem.offset, problem.expected, place)
        return f"{_broken(BEFORE, _place(text, found.offset))}: {found.message}"
    if problem.side == "both":
        at_end = explain_end(language, text, place)
        if at_end is not None:
            return f"{_broken(BEFORE, _place(text, at_end.offset))}: {at_end.message}"
    behind = explain_right(language, text, right.encode(), lambda before: _place(before, len(before)))
    if behind is not None:
        return f"{_broken(AFTER, behind[0])}: {behind[1]}"
    if problem.side == "both":
        return problem.message
    whole = text + right.encode()[: problem.offset]
    return f"{_broken(AFTER, _place(whole, len(whole)))}: {problem.message}"


BEFORE, AFTER = "before", "after"


def _broken(side: str, place: str) -> str:
    return f"the text {side} the cursor is broken at {place}"


def _places(text: bytes) -> Callable[[int], str]:
    return lambda offset: _place(text, offset)


def _place(text: bytes, offset: int) -> str:
    """Return line and column in the form of messages."""
    before = text[:offset].decode(errors="ignore")
    return ":".join(map(str, locate(before, len(before))))
