"""Work that must be done in time."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")


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
