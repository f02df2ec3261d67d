"""`Restarts` decides when a crashed process may be restarted, and when it must not be."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CRASHES = 5
"""The number of crashes within `WITHIN` seconds after which the process is not restarted."""

WITHIN = 180.0

FIRST_PAUSE = 0.25
"""The pause in seconds between the second crash and the following start; each further pause is twice as long.

There is no pause after a single crash, so that the next request does not notice it."""


class Restarts:
    """A count of recent crashes.

    Args:
        most: The number of crashes within `within` seconds that are too many.
        within: The time in seconds after which a crash is forgotten.
        first_pause: The pause in seconds before the start after a second crash.
        clock: Returns the seconds since any fixed time.
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
        """Count a crash."""
        self._forget_old()
        self._crashes.append(self._clock())

    def reset(self) -> None:
        """Forget all crashes."""
        self._crashes.clear()

    @property
    def too_many(self) -> bool:
        """Whether there were too many crashes for a further start."""
        self._forget_old()
        return len(self._crashes) >= self._most

    @property
    def pause(self) -> float:
        """The time in seconds to wait before the next start."""
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
