"""The client and the worker exchange messages over pipes.

A message is its length in four bytes, least significant first, and a JSON object in ASCII.
"""

from __future__ import annotations

import json
import os
import struct
import threading
from typing import TYPE_CHECKING

from quoin.engine.util.frames import Frames, Head
from quoin.engine.util.stdio_capture import take_channel

if TYPE_CHECKING:
    from quoin.engine.model.ipc.messages import Message

_LENGTH = struct.Struct("<I")
_CHUNK = 1 << 16


def encode(message: Message) -> bytes:
    """Return the encoded message with its length."""
    body = json.dumps(message).encode("ascii")
    return _LENGTH.pack(len(body)) + body


def decode(body: bytes) -> Message:
    """Return a message from its bytes without the length."""
    message: Message = json.loads(body.decode("ascii"))
    return message


def message_frames() -> Frames:
    """Return a reader of a stream of messages."""
    return Frames(_read_head)


def _read_head(data: bytearray) -> Head | None:
    return Head(_LENGTH.size, *_LENGTH.unpack_from(data)) if len(data) >= _LENGTH.size else None


class Pipes:
    """The worker's end of the pipes to the client: its standard streams, which no other code can reach."""

    def __init__(self) -> None:
        channel = take_channel()
        self._source = channel.source
        self._outgoing = os.fdopen(channel.sink, "wb")
        self._frames = message_frames()
        self._writing = threading.Lock()

    def receive(self) -> Message | None:
        """Return the next message of the client; None when the client has closed its end."""
        while (body := self._frames.next()) is None:
            data = os.read(self._source, _CHUNK)
            if not data:
                return None
            self._frames.feed(data)
        return decode(body)

    def send(self, message: Message) -> None:
        """Send a message to the client, from any thread."""
        with self._writing:
            self._outgoing.write(encode(message))
            self._outgoing.flush()
