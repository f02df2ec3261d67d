"""One of the package's modules, run in a process of its own, for work that may fail or take for ever."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

from quoin.engine.util.system import python

_PACKAGES = Path(__file__).resolve().parents[1]
"""The working folder of the process. The server's is the user's project, whose modules are not imported."""


async def run_module(name: str, *arguments: str, seconds: float) -> tuple[bytes, int]:
    """Run a module as a program; return what it prints and its exit status. It has ended afterwards.

    Raises:
        asyncio.TimeoutError: It takes longer than so many seconds.
    """
    process = await asyncio.create_subprocess_exec(
        *(*python(), "-m", name, *arguments), stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, cwd=_PACKAGES
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(), seconds)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        status = await process.wait()
    return said, status
