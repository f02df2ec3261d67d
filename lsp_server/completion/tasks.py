"""Asynchronous work: one piece for each document, with a deadline, or that nobody waits for."""

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
    """Runs work under a key, in the caller's task; only the newest work of a key goes on."""

    def __init__(self) -> None:
        self._running: dict[str, _Turn] = {}

    async def run(self, key: str, work: Awaitable[T], otherwise: T) -> T:
        """Run `work`, ending what ran under the key; give `otherwise` if it is ended in its turn.

        Cancelling the caller cancels the work, and is passed on.
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
        """End what runs under a key, if anything does."""
        turn = self._running.pop(key, None)
        if turn is not None:
            turn.ended = True
            turn.task.cancel()


def _is_cancelled_again(task: asyncio.Task[object]) -> bool:
    """Take back a cancellation of a task; says whether there was another, which older Pythons cannot tell."""
    return sys.version_info >= (3, 11) and task.uncancel() > 0


async def within(seconds: float, work: Awaitable[T]) -> T:
    """Do work, or cancel it when its time is up.

    Raises:
        asyncio.TimeoutError: its time is up.
    """
    if sys.version_info >= (3, 11):
        # In the same task, where `wait_for` would make another.
        async with asyncio.timeout(seconds):
            return await work
    return await asyncio.wait_for(work, seconds)


def unwatched(work: Coroutine[object, object, T]) -> asyncio.Task[T]:
    """Start work whose failure is told elsewhere, so that asyncio does not complain of it."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
