"""Where engine and oracle disagree: shown as lines of the regression fixtures, made as small as may be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import regex

from tests.differential import tokens
from tests.support.case_lines import Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import engine
    from tests.differential.oracles import Oracle

# Tries while making one difference smaller: each costs a quotient and a question to the oracle.
_MOST_TRIES = 3000

TAKEN = "taken"
REFUSED = "program refused"


@dataclass(frozen=True)
class Difference:
    """`what` is a short name of how they disagree, `remark` the oracle's message or another detail."""

    what: str
    parts: Parts
    remark: str = ""
    file: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.parts} | {self.remark}"

    @property
    def kind(self) -> str:
        """The same for differences that have the same cause, as far as the oracle's message tells."""
        return f"{self.what}: {message_kind(self.remark)}"


def message_kind(message: str) -> str:
    """An oracle's message without what it quotes from the text."""
    return str(regex.sub(r"'[^']*'|\"[^\"]*\"|\d+|U\+\w+", "…", message))


def is_member(language: engine.Language, parts: Parts) -> bool:
    """What the engine says of a middle, from scratch."""
    state = language.quotient(parts.left, parts.right).start()
    return state.advance(parts.middle.encode("utf-8", "surrogatepass")) and state.member


def disagreement(language: engine.Language, oracle: Oracle, parts: Parts) -> Difference | None:
    """Compare the verdicts on one middle."""
    reason = oracle.refusal(parts.text)
    if is_member(language, parts) == (reason is None):
        return None
    return Difference(REFUSED if reason is None else TAKEN, parts, reason or "")


def smaller(language: engine.Language, oracle: Oracle, difference: Difference) -> Difference:
    """A difference of the same kind on less text: lines, then tokens, then signs are left out.

    Where the whole text as a middle shows it too, the contexts are empty. One that does not show from
    scratch stays as it is.
    """

    def same(parts: Parts) -> Difference | None:
        found = disagreement(language, oracle, parts)
        return found if found is not None and found.kind == difference.kind else None

    now = same(difference.parts)
    if now is None:
        return replace(difference, remark=f"{difference.remark} (not from scratch)")
    now = same(Parts("", now.parts.text, "")) or now
    tries = _MOST_TRIES
    for split in (_lines, tokens.split, list):
        for name in ("left", "right", "middle"):
            now, tries = _without(now, name, split, same, tries)
    return replace(now, file=difference.file)


def _lines(text: str) -> list[str]:
    return list(regex.findall(r"[^\n]*\n|[^\n]+", text))


def _without(
    now: Difference,
    name: str,
    split: Callable[[str], Sequence[str]],
    same: Callable[[Parts], Difference | None],
    tries: int,
) -> tuple[Difference, int]:
    """Leave out runs of pieces of one part, longer runs first (after Zeller's delta debugging, 2002)."""
    pieces = list(split(getattr(now.parts, name)))
    length = len(pieces)
    while length and tries:
        at = 0
        while at < len(pieces) and tries:
            fewer = pieces[:at] + pieces[at + length :]
            tries -= 1
            found = same(replace(now.parts, **{name: "".join(fewer)}))
            if found is None:
                at += length
            else:
                now, pieces = found, fewer
        length //= 2
    return now, tries
