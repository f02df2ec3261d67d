"""What decoding gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Ended = Literal["end", "stop", "budget", "time", "closed", "open"]


@dataclass(frozen=True)
class Candidate:
    """A completion.

    Attributes:
        text: to insert at the cursor.
        score: mean natural log-probability of its tokens under the model, 0 at best.
        tokens: how many tokens it took.
        ended: the model ended it, the stop rule did, or a budget ran out and it was cut back; `closed`:
            a budget ran out, nothing to cut back to was found, and the language ended it shortly; `open`:
            nothing may end it, so that its beginning alone is of use (see
            `quoin.engine.decoding.endings.worth`).
        written: how many characters of the text are the model's; the rest the language has added.
        first_line_logprob: natural log-probability under the model of the text up to the end of its first
            line that is not blank, a sum over tokens; None where the model has chosen nothing.
        marks: of each token that the model chose, the bytes of the text before it and its log-probability.
    """

    text: str
    score: float
    tokens: int
    ended: Ended
    written: int | None = None
    first_line_logprob: float | None = None
    marks: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class Refusal:
    """A token that the model preferred and the language does not allow.

    Attributes:
        at: offset in the middle, in bytes, where it goes wrong.
        token: the whole token; bytes that are no text are shown as U+FFFD. Empty for the end.
        expected: what could have come there instead.
        behind: the middle up to there; bytes that are no text are shown as U+FFFD.
    """

    at: int
    token: str
    expected: list[str]
    behind: str


@dataclass
class Found:
    """What decoding gives.

    Attributes:
        candidates: complete ones first and by falling score.
        refused: tokens that the language did not allow, if they are to be told.
        tokens: that were evaluated.
        tokens_refused: how many the language did not allow.
        empty: whether the model wants nothing at the cursor, or comes to nothing else, and that fits.
    """

    candidates: list[Candidate] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    tokens: int = 0
    tokens_refused: int = 0
    empty: bool = False


def ranked(candidates: list[Candidate], wanted: int) -> list[Candidate]:
    """The best of some candidates, each text once.

    Those that came to an end come first: a model that repeats itself until the budget ends is very sure of
    it. What had to be closed is offered only where the model ended nothing by itself.
    """
    ended = [one for one in candidates if one.ended not in ("closed", "open")] or candidates
    different = {one.text: one for one in reversed(ended)}
    return sorted(different.values(), key=_rank)[:wanted]


def _rank(candidate: Candidate) -> tuple[bool, float]:
    return candidate.ended in ("budget", "time"), -candidate.score
