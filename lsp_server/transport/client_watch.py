"""Detects that the client's process has ended although another process still holds its pipe."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Coroutine

_SECONDS = 1.0


def alive(process_id: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(process_id)


def _is_zombie(process_id: int) -> bool:
    try:
        status = Path(f"/proc/{process_id}/stat").read_bytes()
    except OSError:
        return False
    # The name before the state is in brackets and may itself contain brackets.
    return status.rpartition(b")")[2].split()[:1] == [b"Z"]


def client_gone(process_id: int | None) -> Coroutine[object, object, None]:
    """Wait until the process has ended, or for ever if that cannot be known.

    The end cannot be known without a process id, on Windows (where `os.kill` ends the process), and for
    an id that names no process at the call, since the client then runs in another container.
    """
    if process_id is None or process_id <= 0 or sys.platform == "win32" or not alive(process_id):
        log.info("the client's process is not watched")
        return _never()
    return _ended(process_id)


async def _never() -> None:
    await asyncio.Event().wait()


async def _ended(process_id: int) -> None:
    while True:
        await asyncio.sleep(_SECONDS)
        if not alive(process_id):
            return
