"""A promise: what is claimed, how often it is tried, and what came of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

Effort = Literal["suite", "hour", "full"]


@dataclass
class Outcome:
    """What came of trying a promise."""

    tried: int
    """The number of cases."""
    broken: list[str] = field(default_factory=list)
    """A line for each case in which the promise did not hold; it begins with what repeats the case."""
    figures: str = ""
    """What was measured on the way, in words: `99th percentile 3 ms`."""
    not_tried: str = ""
    """Why this machine cannot try it, or a part of it: `no strace`. Empty where nothing was left out."""


@dataclass(frozen=True)
class Promise:
    """One promise."""

    number: int
    claim: str
    unit: str
    """What is counted: `edits`."""
    sizes: dict[Effort, int]
    """The number of cases in the suite, in the hour for all promises, and in a run of days."""
    hold: Callable[[int, random.Random], Outcome]
    """Try the promise in about as many cases as given; never raises because of a broken promise."""

    def tried(self, cases: int, seed: int) -> Outcome:
        """What comes of trying it; another seed tries other cases."""
        return self.hold(cases, random.Random(f"{seed} {self.number}"))
