"""Processes that tests start: their children, whether they have ended, and what they hold."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from quoin.engine.util.system import is_alive

_LOOK_SECONDS = 0.01


def children(pid: int) -> list[int]:
    """The children of a process, on Linux; none if it has ended."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


async def gone_after(pids: list[int], seconds: float) -> float | None:
    """The seconds until all of some processes have ended; None if that takes longer than `seconds`.

    Their parents need not have been told.
    """
    begun = time.monotonic()
    while any(map(is_alive, pids)):
        if time.monotonic() - begun > seconds:
            return None
        await asyncio.sleep(_LOOK_SECONDS)
    return time.monotonic() - begun


async def gone(pid: int) -> bool:
    """Whether a process ends within ten seconds, and its parent has been told."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(0.05)
    return False


def resident(pid: int) -> int:
    """The bytes of a process that are in memory, on Linux."""
    return _bytes_of(pid, "VmRSS")


def data_bytes(pid: int) -> int:
    """The bytes of a process's own writable memory, used or not, on Linux."""
    return _bytes_of(pid, "VmData")


def _bytes_of(pid: int, kind: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{kind}:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(pid)


def descriptors(pid: int) -> int:
    """The number of a process's open file descriptors, on Linux."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def workers_of(server: int) -> list[int]:
    """The model's processes of a server, on Linux, also when the server has ended."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if len(words) > 2 and words[1].endswith(b"launch.py") and words[2] == str(server).encode():
                found.append(int(folder.name))
    return found
