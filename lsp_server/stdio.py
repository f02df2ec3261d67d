"""Standard input and output as the protocol's channel, and nobody else's.

The process's file descriptors 0 and 1 are taken away first: input becomes empty and output goes
to standard error, so that no library's print and no child process can reach the protocol's pipe.
Reading and writing have a thread each, since pipes cannot be polled on every system, and a
client that does not read must not stop the server from hearing a cancel.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lsp_server.framing import MAX_HEADER_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 64 * 1024
_FLUSH_SECONDS = 2.0


class Output(Protocol):
    """Where messages go; what the protocol library calls a writer."""

    def write(self, data: bytes) -> None:
        """Send bytes, without waiting for them to arrive."""

    def close(self) -> None:
        """Send what is left, then close."""


@dataclass(frozen=True)
class Channel:
    """File descriptors that carry the protocol."""

    source: int
    sink: int


def take_channel() -> Channel:
    """Take the protocol's descriptors out of everybody's reach; call before anything else."""
    sys.stdout.flush()
    channel = Channel(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - exists on one system only

        msvcrt.setmode(channel.source, os.O_BINARY)
        msvcrt.setmode(channel.sink, os.O_BINARY)
    return channel


def open_reader(source: int) -> asyncio.StreamReader:
    """Read a descriptor into a stream of the running loop, from a thread of its own."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=MAX_HEADER_BYTES)

    def pump() -> None:
        # A closed loop has nobody left to read for.
        with contextlib.suppress(RuntimeError):
            while data := _read(source):
                loop.call_soon_threadsafe(reader.feed_data, data)
            loop.call_soon_threadsafe(reader.feed_eof)

    threading.Thread(target=pump, name="quoin-stdin", daemon=True).start()
    return reader


def _read(source: int) -> bytes:
    try:
        return os.read(source, _CHUNK)
    except OSError:
        return b""


class ThreadedOutput:
    """Writes to a descriptor from a thread of its own.

    `on_broken` is called in that thread, once, when nobody reads any more.
    """

    def __init__(self, sink: int, on_broken: Callable[[], None]) -> None:
        self._sink = sink
        self._on_broken = on_broken
        self._pending: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="quoin-stdout", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Queue bytes; never waits, never fails."""
        self._pending.put(data)

    def close(self) -> None:
        """Wait a moment for what is queued to be written."""
        self._pending.put(None)
        self._thread.join(_FLUSH_SECONDS)

    def _run(self) -> None:
        try:
            while (data := self._pending.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[os.write(self._sink, view) :]
        except OSError:
            self._on_broken()
