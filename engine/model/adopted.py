"""A process that was started before there was an event loop, as asyncio would show it."""

from __future__ import annotations

import asyncio
from typing import IO, TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import subprocess


class Process(Protocol):
    """What a connection needs of a process; asyncio's own has it."""

    stdin: asyncio.StreamWriter | None
    stdout: asyncio.StreamReader | None
    stderr: asyncio.StreamReader | None

    @property
    def pid(self) -> int:
        """The process's number."""

    @property
    def returncode(self) -> int | None:
        """How it has ended; None until somebody has waited for that."""

    async def wait(self) -> int:
        """Wait until it has ended."""

    def kill(self) -> None:
        """End it."""


class Adopted:
    """A process with its three pipes in the running loop; made by `adopt`."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        stdin: asyncio.StreamWriter,
        stdout: asyncio.StreamReader,
        stderr: asyncio.StreamReader,
    ) -> None:
        self._process = process
        self.stdin: asyncio.StreamWriter | None = stdin
        self.stdout: asyncio.StreamReader | None = stdout
        self.stderr: asyncio.StreamReader | None = stderr

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it has ended; None until somebody has waited for that."""
        return self._process.returncode

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.to_thread(self._process.wait)

    def kill(self) -> None:
        """End it."""
        self._process.kill()


async def adopt(process: subprocess.Popen[bytes]) -> Adopted:
    """Take over a process and its pipes."""
    loop = asyncio.get_running_loop()
    # What is written waits for the reader, as it does with asyncio's own processes.
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), process.stdin
    )
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    return Adopted(process, writer, await _reader(process.stdout), await _reader(process.stderr))


async def _reader(pipe: IO[bytes] | None) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader
