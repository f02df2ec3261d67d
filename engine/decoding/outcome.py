"""What decoding is asked for and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Stop = Literal["line", "statement", "block", "end"]
Ended = Literal["end", "stop", "budget", "time", "closed"]


@dataclass(frozen=True)
class Candidate:
    """A completion.

    Attributes:
        text: to insert at the cursor.
        score: mean natural log-probability of its tokens under the model, 0 at best.
        tokens: how many tokens it took.
        ended: the model ended it, the stop rule did, or a budget ran out and it was cut back; `closed`:
            a budget ran out, nothing to cut back to was found, and the language ended it shortly.
        lines: natural log-probability of each of its lines, its end included; empty where it is not known.
        added: what the language added to the model's text.
    """

    text: str
    score: float
    tokens: int
    ended: Ended
    lines: tuple[float, ...] = ()
    added: str = ""


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
