"""Where the time of a request goes."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class Stopwatch:
    """Adds up seconds by name."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def measure(self, name: str) -> Measured:
        """Count the time inside a `with` block under a name."""
        return Measured(self.seconds, name)


class Measured:
    """One block whose time counts.

    A class, since a generator would cost more than most of what it is used for.
    """

    __slots__ = ("_name", "_seconds", "_started")

    def __init__(self, seconds: defaultdict[str, float], name: str) -> None:
        self._seconds = seconds
        self._name = name
        self._started = 0.0

    def __enter__(self) -> None:
        self._started = time.perf_counter()

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._seconds[self._name] += time.perf_counter() - self._started
