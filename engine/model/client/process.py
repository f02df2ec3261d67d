"""A `Process` is what a connection needs of a worker process, started with or without asyncio."""

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
    """The interface of a process to its connection."""

    stdin: asyncio.StreamWriter | None
    stderr: asyncio.StreamReader | None

    @property
    def pid(self) -> int:
        """The process id."""

    @property
    def returncode(self) -> int | None:
        """The exit status; None until the end of the process has been waited for."""

    async def listen(self, take: Callable[[bytes], None]) -> None:
        """Pass the data of the process's standard output to `take`, until the output ends."""

    async def wait(self) -> int:
        """Wait until the process has ended."""

    def kill(self) -> None:
        """End the process."""


class PopenProcess:
    """A process that was started without asyncio; `adopt` creates it and adds its pipes to the event loop."""

    def __init__(
        self, process: subprocess.Popen[bytes], stdin: asyncio.StreamWriter, stderr: asyncio.StreamReader
    ) -> None:
        self._process = process
        self.stdin: asyncio.StreamWriter | None = stdin
        self.stderr: asyncio.StreamReader | None = stderr

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status; None until the end of the process has been waited for."""
        return self._process.returncode

    async def listen(self, take: Callable[[bytes], None]) -> None:
        """Pass the data of the process's standard output to `take`, until the output ends.

        The pipe is read directly, since a stream would take one more turn of the loop for each message.
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
            except Exception as error:  # noqa: BLE001  the error is raised where the end is awaited
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
        """Wait until the process has ended."""
        return await asyncio.to_thread(self._process.wait)

    def kill(self) -> None:
        """End the process."""
        self._process.kill()


class AsyncioProcess:
    """A process that asyncio has started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.stdin = process.stdin
        self.stderr = process.stderr

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status; None until the end of the process has been waited for."""
        return self._process.returncode

    async def listen(self, take: Callable[[bytes], None]) -> None:
        """Pass the data of the process's standard output to `take`, until the output ends."""
        reader = self._process.stdout
        with suppress(ConnectionError):
            while reader is not None and (data := await reader.read(_CHUNK)):
                take(data)

    async def wait(self) -> int:
        """Wait until the process has ended."""
        return await self._process.wait()

    def kill(self) -> None:
        """End the process."""
        self._process.kill()


async def adopt(process: subprocess.Popen[bytes]) -> PopenProcess:
    """Take over a process and its pipes."""
    loop = asyncio.get_running_loop()
    # The protocol makes `drain` wait for the reader, as it does with asyncio's own processes.
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), process.stdin
    )
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    return PopenProcess(process, writer, await _reader(process.stderr))


async def _reader(pipe: IO[bytes] | None) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader
