"""What becomes of damaged model files: `python -m tests.engine.model.gguf.damaged` tries all of them.

A file is described, loaded in a worker and, if that works, asked for a completion.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from quoin.engine.model import (
    CompletionRequest,
    ModelClient,
    ModelError,
    ModelSettings,
    describe_model_file,
)
from quoin.engine.model.client import client
from quoin.engine.model.client.connection import Connection, open_connection

from .damage import Damage, damages, write

if TYPE_CHECKING:
    import subprocess
    from collections.abc import AsyncIterator, Callable

REQUEST = CompletionRequest(
    "python", "def f(a):\n    return ", "\n", "damaged", max_tokens=8, max_seconds=2.0
)


@dataclass(frozen=True)
class Outcome:
    """What came of a file: the message if it was refused, the time, and the worker's largest size."""

    name: str
    message: str | None
    seconds: float
    megabytes: float


async def outcome(damage: Damage, folder: Path) -> Outcome:
    """Try a damaged file."""
    path = write(damage, folder / "damaged.gguf")
    message = None
    model = ModelClient()
    async with watched_memory() as sizes:
        begun = time.perf_counter()
        described = describe_model_file(path).problem
        try:
            await model.start(ModelSettings(path))
            await model.complete(REQUEST)
        except ModelError as error:
            message = str(error)
        seconds = time.perf_counter() - begun
    await model.close()
    if described is not None and message != described:
        raise AssertionError(f"{damage.name} was described as {described!r}, but loading says {message!r}")
    return Outcome(damage.name, message, seconds, max(sizes) / 1024)


@contextlib.asynccontextmanager
async def watched_memory() -> AsyncIterator[list[int]]:
    """The largest resident sizes of the workers that are started meanwhile, in kilobytes."""
    sizes = [0]
    pids: list[int] = []

    async def opening(
        on_progress: Callable[[float], None] | None, spare: subprocess.Popen[bytes] | None
    ) -> Connection:
        connection = await open_connection(on_progress, spare)
        pids.append(connection.pid)
        return connection

    async def watch() -> None:
        while True:
            for pid in pids:
                with contextlib.suppress(OSError):
                    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
                    sizes.extend(int(size) for size in re.findall(r"VmHWM:\s+(\d+)", status))
            await asyncio.sleep(0.01)

    watching = asyncio.ensure_future(watch())
    with mock.patch.object(client, "open_connection", opening):
        yield sizes
    watching.cancel()


async def try_all() -> None:
    """Print what becomes of each damaged file."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for damage in damages():
            one = await outcome(damage, Path(folder))
            found.append(one)
            message = (one.message or "works").replace(folder, "")
            print(f"{one.seconds:5.2f} s {one.megabytes:4.0f} MB  {one.name}: {message}", flush=True)
    refused = sum(one.message is not None for one in found)
    slowest, largest = max(one.seconds for one in found), max(one.megabytes for one in found)
    print(f"{len(found)} files: {refused} refused, {len(found) - refused} work")
    print(f"at most {slowest:.2f} s and {largest:.0f} MB for one of them")


if __name__ == "__main__":
    asyncio.run(try_all())
