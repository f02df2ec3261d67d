"""Standard input and output as a channel that the protocol alone uses.

The descriptors are those of `quoin.engine.util.stdio_capture`.

On systems where pipes can be polled, the loop's own thread reads, and writes the messages that fit into a
pipe with room, since another thread would have to be woken for each message. On other systems a thread reads.
All other messages are written by a thread, since a client that does not read must not keep the server from
receiving a cancellation.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from typing import TYPE_CHECKING, Protocol

from quoin.engine.util.system import can_be_polled, room_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.lsp_server.transport.listener import Listener

_CHUNK = 64 * 1024
_FLUSH_SECONDS = 2.0


class Output(Protocol):
    """The sink for messages, which the protocol library calls a writer."""

    def write(self, data: bytes) -> None:
        """Send bytes without waiting until they are written."""

    def close(self) -> None:
        """Send the queued bytes, then close."""


def read_into(listener: Listener, source: int) -> None:
    """Feed a listener from a descriptor, which the running loop or a thread reads."""
    loop = asyncio.get_running_loop()

    def take() -> None:
        data = _read(source)
        if not data:
            loop.remove_reader(source)
        listener.feed(data)

    def pump() -> None:
        # A closed loop raises, and nothing needs to be read for it.
        with contextlib.suppress(RuntimeError):
            while data := _read(source):
                loop.call_soon_threadsafe(listener.feed, data)
            loop.call_soon_threadsafe(listener.feed, b"")

    if can_be_polled(source):
        loop.add_reader(source, take)
    else:
        threading.Thread(target=pump, name="quoin-stdin", daemon=True).start()


def _read(source: int) -> bytes:
    try:
        return os.read(source, _CHUNK)
    except OSError:
        return b""


class DescriptorOutput:
    """Writes to a descriptor, in the caller's thread if that does not block, and else in a thread of its own.

    `on_broken` is called once, in the latter thread, when the other end has been closed.
    """

    def __init__(self, sink: int, on_broken: Callable[[], None]) -> None:
        self._sink = sink
        self._on_broken = on_broken
        self._has_room = room_in(sink)
        self._pending: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # Each of the two counters is changed by one thread only.
        self._queued = self._written = 0
        self._thread = threading.Thread(target=self._run, name="quoin-stdout", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Send bytes, without waiting or failing."""
        rest = data[self._write_at_once(data) :]
        if rest:
            self._queued += 1
            self._pending.put(rest)

    def close(self) -> None:
        """Wait for the queued bytes to be written, at most `_FLUSH_SECONDS`."""
        self._pending.put(None)
        self._thread.join(_FLUSH_SECONDS)

    def _write_at_once(self, data: bytes) -> int:
        """Write bytes if that does not block; return how many were written."""
        if self._has_room is None or self._queued > self._written or not self._has_room(len(data)):
            return 0
        try:
            return os.write(self._sink, data)
        except OSError:
            # The thread gets the same error and reports it by `on_broken`.
            return 0

    def _run(self) -> None:
        try:
            while (data := self._pending.get()) is not None:
                view = memoryview(data)
                while view:
                    view = view[os.write(self._sink, view) :]
                self._written += 1
        except OSError:
            self._on_broken()
