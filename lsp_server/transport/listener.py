"""Handles a client's messages one after another, in the order of the stream."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from quoin.lsp_server.logs import log
from quoin.lsp_server.transport.framing import FramingError, message_frames

if TYPE_CHECKING:
    from collections.abc import Callable


class Listener:
    """Splits a client's bytes into messages, in the thread of the running loop.

    Args:
        handle: gets each message's body; returns whether it has begun work, which then gets a turn of the
            loop before the next message is handled.

    Attributes:
        ended: is done when the stream has ended or cannot be read.
    """

    def __init__(self, handle: Callable[[bytes], bool]) -> None:
        self._handle = handle
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[None] = self._loop.create_future()
        self._frames = message_frames()
        self._is_whole = False
        self._yields = False

    def feed(self, data: bytes) -> None:
        """Add the stream's next bytes; empty bytes mean its end."""
        if data:
            self._frames.feed(data)
        else:
            self._is_whole = True
        if not self._yields:
            self._go_on()

    def _go_on(self) -> None:
        """Handle the complete messages, until one has begun work."""
        self._yields = False
        if self.ended.done():
            return
        try:
            while (body := self._frames.next()) is not None:
                if self._handle(body):
                    self._yields = True
                    self._loop.call_soon(self._go_on)
                    return
        except FramingError as error:
            log.error("the client's stream cannot be read: %s", error)
            self.ended.set_result(None)
            return
        if self._is_whole:
            log.info("the client has closed the connection")
            self.ended.set_result(None)
