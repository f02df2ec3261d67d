"""Decoding returns `Found`: its candidates, and what the language refused."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from quoin.engine.util.characters import open_brackets

if TYPE_CHECKING:
    from collections.abc import Collection

_WORD = re.compile(r"(?<!\w)(?<!</)\w+")
"""A word; the name of an element that ends is none."""

_OPERATOR = re.compile(r"\\\s*\Z|<(?![/%])")
"""What would make operands of the code after the cursor: a line that goes on, a redirection."""

Ended = Literal["end", "stop", "budget", "time", "closed", "open"]


class TokenMark(NamedTuple):
    """A token that the model chose.

    Attributes:
        begin: The number of bytes of the text before the token.
        logprob: The natural log-probability of the token under the model.
    """

    begin: int
    logprob: float


class BoundName(NamedTuple):
    """A name that a completion binds and that the text after it lacks without the completion.

    Attributes:
        name: The name.
        line: The number, from 1, of the first line that reads it, in the file without the completion.
    """

    name: str
    line: int


@dataclass(frozen=True)
class Candidate:
    """A completion.

    Attributes:
        text: The text to insert at the cursor.
        score: The mean natural log-probability of its tokens under the model, at most 0.
        tokens: The number of its tokens.
        ended: What ended it: the model (`end`), the stop rule (`stop`), or a budget of tokens or time that
            was used up, after which it was cut back (`budget`, `time`). `closed`: a budget was used up, there
            was no place to cut back to, and the language added a short ending. `open`: it was not ended, and
            only a beginning of it can be used (see `quoin.engine.decoding.endings.worth`).
        written: The number of characters that the model has written; the language has added the rest. None
            if the model has written all of them.
        first_line_logprob: The natural log-probability under the model of the text up to the end of its
            first line that is not blank, a sum over tokens; None if the model has chosen nothing.
        marks: The tokens that the model chose, in their order.
        unknown: The names that the text reads, or continues, although nothing is known to bind them.
        binds: The names that the text binds and that the right context lacks.
        likely_end: The number of bytes at which an `open` text most likely ends; None without such a place.
    """

    text: str
    score: float
    tokens: int
    ended: Ended
    written: int | None = None
    first_line_logprob: float | None = None
    marks: tuple[TokenMark, ...] = ()
    unknown: tuple[str, ...] = ()
    binds: tuple[BoundName, ...] = ()
    likely_end: int | None = None

    def makes_up(self, ends: Collection[str] = ()) -> bool:
        """Return whether the language has ended the text with what nobody has meant.

        These are words other than those that end blocks, as names where any may stand, brackets that what
        follows the cursor would have to close, and what would make its operands of it.

        Args:
            ends: The words that end blocks.
        """
        if self.ended != "closed":
            return False
        words = (found.group() for found in _WORD.finditer(self.text, self.written or 0))
        added = self.text[self.written or 0 :]
        if any(word not in ends for word in words) or _OPERATOR.search(added):
            return True
        return bool(open_brackets(added.encode()))

    def without_beginning(self, length: int) -> Candidate:
        """Return the candidate without the first `length` characters, which are blanks or line ends."""
        marks = tuple(TokenMark(max(0, begin - length), logprob) for begin, logprob in self.marks)
        written = None if self.written is None else max(0, self.written - length)
        end = None if self.likely_end is None else max(0, self.likely_end - length)
        return replace(self, text=self.text[length:], written=written, marks=marks, likely_end=end)


@dataclass(frozen=True)
class Refusal:
    """A token that the model preferred and the language refused.

    Attributes:
        at: The offset of the first refused byte in the middle, in bytes.
        token: The whole token; invalid UTF-8 is replaced with U+FFFD. It is empty for the end.
        expected: The display names of what was expected at the offset.
        behind: The middle up to the offset; invalid UTF-8 is replaced with U+FFFD.
    """

    at: int
    token: str
    expected: list[str]
    behind: str


@dataclass
class Found:
    """The result of decoding.

    Attributes:
        candidates: The candidates, complete ones first, and by falling score.
        refused: The tokens that the language refused, if refusals are reported.
        tokens: The number of tokens that were appended.
        tokens_refused: The number of tokens that the language refused.
        empty: Whether the empty middle is a member, and the model prefers it or nothing else was found.
    """

    candidates: list[Candidate] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    tokens: int = 0
    tokens_refused: int = 0
    empty: bool = False


def ranked(candidates: list[Candidate], wanted: int) -> list[Candidate]:
    """Return the best candidates, at most `wanted`, without duplicates.

    Candidates that were cut back are last, since a model that repeats itself until its budget is used up is
    very sure of its text. `closed` and `open` candidates are returned only if there are no others.
    """
    ended = [one for one in candidates if one.ended not in ("closed", "open")] or candidates
    different = {one.text: one for one in reversed(ended)}
    return sorted(different.values(), key=_rank)[:wanted]


def _rank(candidate: Candidate) -> tuple[bool, float]:
    return candidate.ended in ("budget", "time"), -candidate.score
