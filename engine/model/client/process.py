"""A process of the worker as its connection sees it, whoever has started it."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

_CHUNK = 64 * 1024


class Process(Protocol):
    """What a connection needs of a process."""

    stdin: asyncio.StreamWriter | None
    stderr: asyncio.StreamReader | None

    @property
    def pid(self) -> int:
        """The process's number."""

    @property
    def returncode(self) -> int | None:
        """How it has ended; None until somebody has waited for that."""

    async def listen(self, take: Callable[[bytes], None]) -> None:
        """Hand on what it writes to its standard output, until that ends."""

    async def wait(self) -> int:
        """Wait until it has ended."""

    def kill(self) -> None:
        """End it."""


class PopenProcess:
    """A process that was started without asyncio, with its pipes in the running loop; made by `adopt`."""

    def __init__(
        self, process: subprocess.Popen[bytes], stdin: asyncio.StreamWriter, stderr: asyncio.StreamReader
    ) -> None:
        self._process = process
        self.stdin: asyncio.StreamWriter | None = stdin
        self.stderr: asyncio.StreamReader | None = stderr

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it has ended; None until somebody has waited for that."""
        return self._process.returncode

    async def listen(self, take: Callable[[bytes], None]) -> None:
        """Hand on what it writes to its standard output, until that ends.

        A stream in between would take a turn of the loop more for each message.
        """
        pipe = self._process.stdout
        if pipe is None:
            raise AssertionError("the process was started without a pipe")
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        descriptor = pipe.fileno()

        def read() -> None:
            data = b""
            with suppress(OSError):
                data = os.read(descriptor, _CHUNK)
            try:
                take(data)
            except Exception as error:  # noqa: BLE001  whoever awaits the end is told
                ended.set_exception(error)
            if not data and not ended.done():
                ended.set_result(None)
            if ended.done():
                loop.remove_reader(descriptor)

        loop.add_reader(descriptor, read)
        try:
            await ended
        finally:
            loop.remove_reader(descriptor)
            pipe.close()

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.to_thread(self._process.wait)

    def kill(self) -> None:
        """End it."""
        self._process.kill()


class AsyncioProcess:
    """A process that asyncio has started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.stdin = process.stdin
        self.stderr = process.stderr

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it has ended; None until somebody has waited for that."""
        return self._process.returncode

    async def listen(self, take: Callable[[bytes], None]) -> None:
        """Hand on what it writes to its standard output, until that ends."""
        reader = self._process.stdout
        with suppress(ConnectionError):
            while reader is not None and (data := await reader.read(_CHUNK)):
                take(data)

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await self._process.wait()

    def kill(self) -> None:
        """End it."""
        self._process.kill()


async def adopt(process: subprocess.Popen[bytes]) -> PopenProcess:
    """Take over a process and its pipes."""
    loop = asyncio.get_running_loop()
    # What is written waits for the reader, as it does with asyncio's own processes.
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), process.stdin
    )
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    return PopenProcess(process, writer, await _reader(process.stderr))


async def _reader(pipe: IO[bytes] | None) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader
