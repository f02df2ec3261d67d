"""Asynchronous work: the newest for each document, equal work once, with a deadline, and unawaited."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

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


@dataclass(eq=False)
class _Shared(Generic[T]):
    what: object
    result: asyncio.Future[T]


class SharedWork(Generic[T]):
    """Does work under a key in the caller's task; equal work meanwhile waits for the result."""

    def __init__(self) -> None:
        self._running: dict[str, list[_Shared[T]]] = {}

    async def run(self, key: str, what: object, begin: Callable[[], Coroutine[object, object, T]]) -> T:
        """Return the result of the work that `what` names, and begin the work if it is not under way.

        If the work is cancelled or fails, one of those who wait for it begins it anew.
        """
        running = self._running.setdefault(key, [])
        while (other := next((one for one in running if one.what == what), None)) is not None:
            await asyncio.wait([other.result])
            if not other.result.cancelled():
                return other.result.result()
        own = _Shared(what, asyncio.get_running_loop().create_future())
        running.append(own)
        try:
            result = await begin()
            own.result.set_result(result)
        finally:
            own.result.cancel()
            if own in running:
                running.remove(own)
        return result

    def forget(self, key: str) -> None:
        """Let no later work under a key wait for the work of now."""
        self._running.pop(key, None)


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
