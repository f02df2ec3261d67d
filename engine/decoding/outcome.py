"""What decoding is asked for and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Stop = Literal["line", "statement", "block", "end"]
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
            nothing may end it, so that its beginning alone is of use (see `engine.decoding.worth`).
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
