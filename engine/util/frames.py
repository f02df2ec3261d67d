"""A `Frames` object splits a stream of bytes, which it receives in pieces, into a protocol's messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Head(NamedTuple):
    """The sizes that a message's head states.

    Attributes:
        size: The size of the head itself, in bytes.
        body: The size of the body, in bytes.
    """

    size: int
    body: int


class Frames:
    """A buffer of messages, each of which is a head that states the body's length, and the body.

    Args:
        read_head: Returns the head at the beginning of the buffer, or None while the head is incomplete. Its
            exceptions are raised by `next`.
    """

    def __init__(self, read_head: Callable[[bytearray], Head | None]) -> None:
        self._read_head = read_head
        self._bytes = bytearray()
        self._head: Head | None = None

    def feed(self, data: bytes) -> None:
        """Append the stream's next bytes to the buffer."""
        self._bytes += data

    def next(self) -> bytes | None:
        """Remove the next message and return its body; None while the message is incomplete."""
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
