"""Asynchronous work: at most one task for each document, work with a deadline, and unawaited work."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

T = TypeVar("T")


@dataclass
class _Turn:
    task: asyncio.Task[object]
    ended: bool = False


class LatestOnly:
    """Runs work under a key, in the caller's task; newer work under a key ends the older."""

    def __init__(self) -> None:
        self._running: dict[str, _Turn] = {}

    async def run(self, key: str, work: Awaitable[T], otherwise: T) -> T:
        """Run `work`, ending earlier work under the key; return `otherwise` if newer work or `stop` ends it.

        Cancelling the caller cancels the work, and the cancellation propagates.
        """
        self.stop(key)
        task = asyncio.current_task()
        if task is None:
            raise AssertionError("a coroutine runs in a task")
        turn = self._running[key] = _Turn(task)
        try:
            return await work
        except asyncio.CancelledError:
            if not turn.ended or _is_cancelled_again(task):
                raise
            return otherwise
        finally:
            if self._running.get(key) is turn:
                del self._running[key]

    def stop(self, key: str) -> None:
        """End the work under a key, if there is any."""
        turn = self._running.pop(key, None)
        if turn is not None:
            turn.ended = True
            turn.task.cancel()


def _is_cancelled_again(task: asyncio.Task[object]) -> bool:
    """Revoke a task's cancellation; return whether there is another (older Pythons cannot tell: False)."""
    return sys.version_info >= (3, 11) and task.uncancel() > 0


async def within(seconds: float, work: Awaitable[T]) -> T:
    """Await work, cancelling it after a number of seconds.

    Raises:
        asyncio.TimeoutError: the time is over.
    """
    if sys.version_info >= (3, 11):
        # The work runs in the caller's task, while `wait_for` would make another task in Python 3.11.
        async with asyncio.timeout(seconds):
            return await work
    return await asyncio.wait_for(work, seconds)


def unwatched(work: Coroutine[object, object, T]) -> asyncio.Task[T]:
    """Start work whose failure is reported elsewhere, and mark its exception as retrieved for asyncio."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
