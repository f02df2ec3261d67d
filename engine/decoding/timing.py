"""A `Deadline` says when work must stop, and a `Stopwatch` measures the parts of a request."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType


class Cancelled(Exception):  # noqa: N818  not an error: what the caller asked for
    """The caller no longer wants the result."""


class TimeIsUp(Exception):  # noqa: N818  not an error: the result is what was found so far
    """The time budget has run out."""


class Deadline:
    """A deadline on the monotonic clock, in seconds, together with the caller's cancellation."""

    def __init__(self, deadline: float, cancelled: Callable[[], bool]) -> None:
        self._deadline = deadline
        self._cancelled = cancelled

    def interrupted(self) -> bool:
        """Return whether work must end now. This never raises, since native code calls it."""
        return self._cancelled() or time.monotonic() >= self._deadline

    def until(self, ended: Callable[[], bool]) -> Deadline:
        """Return a deadline that is also cancelled once `ended` returns true."""
        return Deadline(self._deadline, lambda: self._cancelled() or ended())

    def within(self, seconds: float) -> Deadline:
        """Return a deadline that also passes so many seconds from now."""
        return Deadline(min(self._deadline, time.monotonic() + seconds), self._cancelled)

    def earlier(self, seconds: float) -> Deadline:
        """Return a deadline that passes so many seconds before this one."""
        return Deadline(self._deadline - seconds, self._cancelled)

    def check_cancelled(self) -> None:
        """Raise if the caller gave up.

        Raises:
            Cancelled: The caller gave up.
        """
        if self._cancelled():
            raise Cancelled

    def check(self) -> None:
        """Raise if work must end.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
        """
        self.check_cancelled()
        if time.monotonic() >= self._deadline:
            raise TimeIsUp


class Stopwatch:
    """A sum of seconds for each name."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def measure(self, name: str) -> Measured:
        """Return a context manager that adds the time inside it to a name's sum."""
        return Measured(self.seconds, name)


class Measured:
    """A context manager that measures the time inside it.

    It is a class, since a generator would cost more than most of what it measures.
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
