"""When a process that has crashed may be started again, and when no more."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CRASHES = 5
"""So many crashes within `WITHIN` seconds, and the process is not started any more."""

WITHIN = 180.0

FIRST_PAUSE = 0.25
"""Seconds between the second crash and the start after it; each further pause is twice as long.

After a single crash there is none: the next request shall not notice it."""


class Restarts:
    """Counts crashes.

    Args:
        most: crashes within `within` seconds that are too many.
        within: seconds after which a crash is forgotten.
        first_pause: seconds before the start after a second crash.
        clock: seconds from anywhere on.
    """

    def __init__(
        self,
        most: int = MAX_CRASHES,
        within: float = WITHIN,
        first_pause: float = FIRST_PAUSE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._within = within
        self._first_pause = first_pause
        self._clock = clock
        self._crashes: deque[float] = deque()

    def crashed(self) -> None:
        """Take note of a crash."""
        self._forget_old()
        self._crashes.append(self._clock())

    def reset(self) -> None:
        """Forget all crashes."""
        self._crashes.clear()

    @property
    def too_many(self) -> bool:
        """Whether there must be no further start."""
        self._forget_old()
        return len(self._crashes) >= self._most

    @property
    def pause(self) -> float:
        """Seconds to wait before the next start."""
        self._forget_old()
        repeated = len(self._crashes) - 2
        if repeated < 0:
            return 0.0
        due = self._crashes[-1] + self._first_pause * 2.0**repeated
        return max(0.0, due - self._clock())

    def __str__(self) -> str:
        return f"{len(self._crashes)} times within {self._within / 60:g} minutes"

    def _forget_old(self) -> None:
        while self._crashes and self._clock() - self._crashes[0] > self._within:
            self._crashes.popleft()
