"""What is counted: completions and their acceptances, what was held back and why, and times."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

_STEPS = 10
"""Number of steps between a time and ten times that time, so that a step is about a quarter more."""

_WHOLE = ("shown", "accepted", "accepted_words", "accepted_lines", "accepted_characters")


@dataclass
class Counts:
    """The counts of one language.

    Attributes:
        shown: number of completions that were shown.
        accepted: number of completions that were accepted, as a whole or with their last part.
        accepted_words: number of words that were accepted by themselves.
        accepted_lines: number of lines that were accepted by themselves.
        accepted_characters: number of characters that all these acceptances wrote.
        held_back: numbers of requests without a completion, by the names of the reasons.
        times: numbers of shown completions by the step of the time from the request to the answer.
    """

    shown: int = 0
    accepted: int = 0
    accepted_words: int = 0
    accepted_lines: int = 0
    accepted_characters: int = 0
    held_back: Counter[str] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Add other counts to these."""
        for name in _WHOLE:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.held_back.update(other.held_back)
        self.times.update(other.times)

    @property
    def keystrokes_saved(self) -> int:
        """The number of accepted characters less one key for each acceptance."""
        keys = self.accepted + self.accepted_words + self.accepted_lines
        return max(0, self.accepted_characters - keys)

    def as_json(self) -> dict[str, Any]:
        """Return the counts as the file has them, without those that are zero."""
        whole = {name: getattr(self, name) for name in _WHOLE if getattr(self, name)}
        parts = {"held_back": dict(self.held_back), "times": dict(sorted(self.times.items()))}
        return {**whole, **{name: part for name, part in parts.items() if part}}


def counts_from_json(read: Any) -> Counts:  # noqa: ANN401
    """Read the counts of a file.

    Raises:
        TypeError, ValueError, AttributeError: the data are no counts.
    """
    data: dict[str, Any] = dict(read)
    held_back: dict[str, Any] = data.pop("held_back", {})
    times: dict[str, Any] = data.pop("times", {})
    return Counts(
        **{name: _whole(number) for name, number in data.items()},
        held_back=Counter({str(name): _whole(number) for name, number in held_back.items()}),
        times=Counter({int(step): _whole(number) for step, number in times.items()}),
    )


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise TypeError("a count that is no whole number")
    return value


def step_of(seconds: float) -> int:
    """Return the step of a time: ten times the decimal logarithm of its milliseconds, rounded down."""
    return math.floor(_STEPS * math.log10(max(seconds * 1000, 1)))


def milliseconds(step: float) -> float:
    """Return the number of milliseconds at which a step begins."""
    return float(10 ** (step / _STEPS))


def percentile(times: Counter[int], share: float) -> float | None:
    """Return the time in milliseconds that a share of the times does not exceed; None without times.

    The times within a step count as evenly spread over it.
    """
    wanted, below = share * sum(times.values()), 0
    for step, number in sorted(times.items()):
        if below + number >= wanted and number:
            return milliseconds(step + (wanted - below) / number)
        below += number
    return None
