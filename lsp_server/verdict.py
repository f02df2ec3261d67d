"""Whether a middle fits between two contexts, and if not, where and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsp_server.inputs import locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    import engine


@dataclass(frozen=True)
class Verdict:
    """What the engine says of a middle.

    Attributes:
        viable: characters of the middle that were accepted, one after another.
        member: whether the whole file is a program of the language.
        at: offset in characters of the refused place in the middle; None where nothing was refused.
        expected: what could stand there instead; empty where nothing was refused.
        problem: why no middle at all fits there; None where some does.
    """

    viable: int
    member: bool
    at: int | None = None
    expected: Sequence[str] = ()
    problem: str | None = None

    def as_json(self) -> dict[str, object]:
        """The form that `quoin check --jsonl` writes: `at` and `expected` only where text is refused."""
        data: dict[str, object] = {"viable": self.viable, "member": self.member}
        if self.at is not None:
            data |= {"at": self.at, "expected": list(self.expected)}
        if self.problem is not None:
            data["problem"] = self.problem
        return data


def judge(language: engine.Language, left: str, middle: str, right: str) -> Verdict:
    """Feed a middle to the engine.

    Raises:
        engine.EngineError: the engine itself failed.
        UnicodeEncodeError: a text holds half of a surrogate pair.
    """
    quotient = language.quotient(left, right)
    if quotient.problem is not None:
        message = describe_problem(quotient.problem, left, right)
        return Verdict(0, member=False, at=0, expected=_distinct(quotient.problem.expected), problem=message)
    state = quotient.start()
    data = middle.encode()
    accepted = state.viable_prefix(data)
    state.advance(data[:accepted])
    if accepted == len(data):
        return Verdict(len(middle), member=state.member)
    # The bytes of a character that is refused in its middle do not count.
    viable = len(data[:accepted].decode(errors="ignore"))
    return Verdict(viable, member=False, at=viable, expected=_distinct(state.expected()))


def _distinct(names: Sequence[str]) -> list[str]:
    """Leave out repetitions: several terminals may go by one name."""
    return list(dict.fromkeys(names))


def describe_problem(problem: engine.Problem, left: str, right: str) -> str:
    """Say why nothing fits between two texts, with the line and column in the file of both."""
    side = {"left": left, "right": right}.get(problem.side)
    if side is None:
        return problem.message
    before = side.encode()[: problem.offset].decode(errors="ignore")
    whole = before if problem.side == "left" else left + before
    line, column = locate(whole, len(whole))
    return f"the text {_SIDES[problem.side]} is broken at line {line}, column {column}: {problem.message}"


_SIDES = {"left": "before the cursor", "right": "after the cursor"}
