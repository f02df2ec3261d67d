"""At most one piece of work for each document: a newer one, or an edit, ends the older."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


class Newest:
    """Runs work under a key; only the newest work of a key goes on."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[object]] = {}

    async def run(self, key: str, work: Coroutine[object, object, T], otherwise: T) -> T:
        """Run `work`, ending what ran under the key; give `otherwise` if it is ended in its turn.

        Cancelling the caller cancels the work and is passed on at once, without waiting for the
        work to notice.
        """
        self.stop(key)
        task = asyncio.ensure_future(work)
        self._running[key] = task
        try:
            await asyncio.wait([task])
            return otherwise if task.cancelled() else task.result()
        finally:
            task.cancel()
            if self._running.get(key) is task:
                del self._running[key]

    def stop(self, key: str) -> None:
        """End what runs under a key, if anything does."""
        task = self._running.pop(key, None)
        if task is not None:
            task.cancel()
