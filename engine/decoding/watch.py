"""When to stop working: a caller that gives up, or a time budget that runs out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Cancelled(Exception):  # noqa: N818  not an error: what the caller asked for
    """The caller no longer wants the result."""


class TimeIsUp(Exception):  # noqa: N818  not an error: the result is what was found so far
    """The time budget has run out."""


class Watch:
    """A deadline on the monotonic clock, in seconds, and a caller's wish to stop."""

    def __init__(self, deadline: float, cancelled: Callable[[], bool]) -> None:
        self._deadline = deadline
        self._cancelled = cancelled

    def interrupted(self) -> bool:
        """Whether work must end now. Never raises: native code calls it."""
        return self._cancelled() or time.monotonic() >= self._deadline

    def until(self, ended: Callable[[], bool]) -> Watch:
        """A watch that also says that the caller gave up when something else has ended."""
        return Watch(self._deadline, lambda: self._cancelled() or ended())

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
