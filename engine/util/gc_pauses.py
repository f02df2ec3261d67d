"""Python's garbage is collected between requests: amid one, a collection may take ten milliseconds.

Most objects go without it, so there is little to collect.
"""

from __future__ import annotations

import gc
from itertools import count

MOST = 100_000
"""Objects that may gather before they are looked at, should there be no pause."""

FEW = 1_000
"""Objects that are not worth a look yet."""

_MIDDLE, _OLD = 8, 64
"""Collections up to one that looks at objects that have outlived one, or several."""


class Garbage:
    """The collections of this process, made when it has nothing else to do."""

    def __init__(self) -> None:
        self._turns = count(1)
        gc.set_threshold(MOST)

    def settle(self) -> None:
        """Have what is there now stay, without being looked at again."""
        gc.freeze()

    def collect(self) -> None:
        """Collect what has become garbage lately, and now and then all of it."""
        if gc.get_count()[0] < FEW:
            return
        turn = next(self._turns)
        gc.collect(2 if turn % _OLD == 0 else 1 if turn % _MIDDLE == 0 else 0)
