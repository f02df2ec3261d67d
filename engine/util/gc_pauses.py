"""Python's garbage is collected between requests, since a collection may take ten milliseconds.

Reference counting frees most objects, so there is little to collect. What was freed stays with the C library,
which gives it back to the system at rare times.
"""

from __future__ import annotations

import gc
from itertools import count

from quoin.engine.util.system import give_memory_back

MAX_ALLOCATIONS = 100_000
"""The number of new container objects at which Python itself collects, if there is no pause before."""

MIN_ALLOCATIONS = 1_000
"""The number of new container objects below which a collection is not worth its time."""

_MIDDLE, _OLD = 8, 64
"""Periods, in collections: every `_MIDDLE`th includes the middle generation, every `_OLD`th all objects.
Free memory is given back after the first collection and then with every `_OLD`th."""


class Garbage:
    """The garbage collector of this process, which runs when the process is idle."""

    def __init__(self) -> None:
        self._turns = count(1)
        gc.set_threshold(MAX_ALLOCATIONS)

    def settle(self) -> None:
        """Exclude all present objects from later collections."""
        gc.freeze()

    def collect(self) -> None:
        """Collect the young generation, and from time to time the older ones too."""
        if gc.get_count()[0] < MIN_ALLOCATIONS:
            return
        turn = next(self._turns)
        gc.collect(2 if turn % _OLD == 0 else 1 if turn % _MIDDLE == 0 else 0)
        if turn == 1 or turn % _OLD == 0:
            give_memory_back()
