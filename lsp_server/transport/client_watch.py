"""Detects that the client's process has ended although another process still holds its pipe."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from quoin.engine.util.system import is_alive
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Coroutine

_SECONDS = 1.0


def client_gone(process_id: int | None) -> Coroutine[object, object, None]:
    """Wait until the process has ended, or for ever if that cannot be known.

    The end cannot be known without a process id, on a system that does not tell it, and for an id that names
    no process at the call, since the client then runs in another container.
    """
    if process_id is None or process_id <= 0 or not is_alive(process_id):
        log.info("the client's process is not watched")
        return _never()
    return _ended(process_id)


async def _never() -> None:
    await asyncio.Event().wait()


async def _ended(process_id: int) -> None:
    while True:
        await asyncio.sleep(_SECONDS)
        if not is_alive(process_id):
            return
