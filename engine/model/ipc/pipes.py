"""The worker's two pipes, kept for messages alone.

Native libraries print to standard output when they please. So the pipe to the client is moved to
a descriptor that only this module knows, and descriptor 1 becomes standard error.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import BinaryIO

from engine.model.ipc.messages import LENGTH, Message, decode, encode


class Pipes:
    """The worker's end of the pipes to the client."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._incoming: BinaryIO = os.fdopen(os.dup(0), "rb")
        self._outgoing: BinaryIO = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._writing = threading.Lock()

    def receive(self) -> Message | None:
        """The next message of the client; None when it has gone."""
        head = self._incoming.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack(head)
        body = self._incoming.read(length)
        return decode(body) if len(body) == length else None

    def send(self, message: Message) -> None:
        """Send a message to the client, from any thread."""
        with self._writing:
            self._outgoing.write(encode(message))
            self._outgoing.flush()
