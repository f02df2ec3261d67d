"""Work of the core that takes long can be ended from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine import _core

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

SECONDS = 0.002
"""The least time in seconds between two calls of the function that may end the work."""


class Interruptible:
    """A context manager in which a function can end the core's calls in this thread.

    Reading a context, joining both and searching a completion call the function all the time. If it raises an
    exception, the call ends and raises the exception. What was read so far is kept: the same call goes on
    from there.

    Args:
        check: The function. It must not use the core.
        seconds: The least time in seconds between two calls of the function. With 0 it is called as often as
            the core counts, which is every few microseconds.
    """

    def __init__(self, check: Callable[[], object], seconds: float = SECONDS) -> None:
        self._check = check
        self._seconds = seconds
        self._former: tuple[Callable[[], object] | None, float] = (None, 0.0)

    def __enter__(self) -> None:
        self._former = _core.watch(self._check, self._seconds)

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        _core.watch(*self._former)
