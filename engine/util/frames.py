"""Messages of a protocol, taken from a stream of bytes that arrives in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Head(NamedTuple):
    """What stands before a message's body.

    Attributes:
        size: of the head itself, in bytes.
        body: length of the body, in bytes.
    """

    size: int
    body: int


class Frames:
    """Bodies of messages, each of which follows a head that tells its length.

    Args:
        read_head: gives the head that some bytes begin with; None as long as it is not whole. What it raises,
            `next` raises.
    """

    def __init__(self, read_head: Callable[[bytearray], Head | None]) -> None:
        self._read_head = read_head
        self._bytes = bytearray()
        self._head: Head | None = None

    def feed(self, data: bytes) -> None:
        """Take the stream's next bytes."""
        self._bytes += data

    def next(self) -> bytes | None:
        """Give the next message's body, each once; None as long as it is not whole."""
        if self._head is None:
            self._head = self._read_head(self._bytes)
            if self._head is None:
                return None
        size, length = self._head
        if len(self._bytes) < size + length:
            return None
        body = bytes(self._bytes[size : size + length])
        del self._bytes[: size + length]
        self._head = None
        return body
