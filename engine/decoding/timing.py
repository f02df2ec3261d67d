"""Time: when to stop working, and where the time of a request goes."""

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
    """A deadline on the monotonic clock, in seconds, and a caller's wish to stop."""

    def __init__(self, deadline: float, cancelled: Callable[[], bool]) -> None:
        self._deadline = deadline
        self._cancelled = cancelled

    def interrupted(self) -> bool:
        """Whether work must end now. Never raises: native code calls it."""
        return self._cancelled() or time.monotonic() >= self._deadline

    def until(self, ended: Callable[[], bool]) -> Deadline:
        """A watch that also says that the caller gave up when something else has ended."""
        return Deadline(self._deadline, lambda: self._cancelled() or ended())

    def check_cancelled(self) -> None:
        """Go on silently, or raise.

        Raises:
            Cancelled: the caller gave up.
        """
        if self._cancelled():
            raise Cancelled

    def check(self) -> None:
        """Go on silently, or raise.

        Raises:
            Cancelled: the caller gave up.
            TimeIsUp: the deadline has passed.
        """
        self.check_cancelled()
        if time.monotonic() >= self._deadline:
            raise TimeIsUp


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
