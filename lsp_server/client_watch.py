"""Notices that the client's process has died although something still holds its pipe."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from lsp_server.logs import log

_SECONDS = 1.0


def alive(process_id: int) -> bool:
    """Say whether a process runs; one that has ended and was not collected does not."""
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
    # The name before the state is in brackets and may itself hold brackets.
    return status.rpartition(b")")[2].split()[:1] == [b"Z"]


async def client_gone(process_id: int | None) -> None:
    """Return when the process has ended; wait for ever where that cannot be known.

    It cannot be known without a process id, on Windows (where asking is killing), and for an id
    that names no process at the start: the client is in another container then.
    """
    if process_id is None or process_id <= 0 or sys.platform == "win32" or not alive(process_id):
        log.info("the client's process is not watched")
        await asyncio.Event().wait()
        return
    while True:
        await asyncio.sleep(_SECONDS)
        if not alive(process_id):
            return
