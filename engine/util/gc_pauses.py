"""Python's garbage is collected between requests, since a collection may take ten milliseconds.

Reference counting frees most objects, so there is little to collect. What was freed stays with the C library
until the process has grown by some megabytes. Then it goes back to the system.
"""

from __future__ import annotations

import gc
from itertools import count

from quoin.engine.util.system import give_memory_back, resident_memory

MAX_ALLOCATIONS = 100_000
"""The number of new container objects at which Python itself collects, if there is no pause before."""

MIN_ALLOCATIONS = 1_000
"""The number of new container objects below which a collection is not worth its time."""

_MIDDLE, _OLD = 8, 64
"""Periods, in collections: every `_MIDDLE`th includes the middle generation, every `_OLD`th all objects."""

GROWN_BYTES = 4 << 20
"""The growth of the process in bytes after which free memory is given back."""


class Garbage:
    """The garbage collector of this process, which runs when the process is idle."""

    def __init__(self) -> None:
        self._turns = count(1)
        # Before the first collection much was loaded, and much of it freed.
        self._least = 0
        gc.set_threshold(MAX_ALLOCATIONS)

    def settle(self) -> None:
        """Exclude all present objects from later collections."""
        gc.freeze()

    def collect(self) -> None:
        """Collect the young generation, from time to time the older ones too, and give free memory back."""
        if gc.get_count()[0] >= MIN_ALLOCATIONS:
            turn = next(self._turns)
            gc.collect(2 if turn % _OLD == 0 else 1 if turn % _MIDDLE == 0 else 0)
        held = resident_memory()
        if held is None:
            return
        if held >= self._least + GROWN_BYTES:
            give_memory_back()
            self._least = resident_memory() or held
        else:
            self._least = min(self._least, held)
