r"""Messages of the base protocol: header lines, an empty line, and a body of `Content-Length` bytes.

Header names count in any case, as in HTTP. Where the header makes no sense, nothing says where the
next message begins, so the connection is given up.
"""

from __future__ import annotations

# A header has two short lines; a stream that goes on longer without an empty line is no LSP.
MAX_HEADER_BYTES = 8 * 1024
# Far above any source file that an editor opens, and far below what would exhaust the machine.
MAX_BODY_BYTES = 256 * 1024 * 1024

_HEADER_END = b"\r\n\r\n"


class FramingError(Exception):
    """The stream is not one of the base protocol."""


class Frames:
    """Bodies of messages, from a stream that comes in pieces."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        # Of the body that comes next, once its header is there.
        self._length: int | None = None

    def feed(self, data: bytes) -> None:
        """Take the stream's next bytes."""
        self._bytes += data

    def next(self) -> bytes | None:
        """Give the next message's body, each once; None as long as it is not whole.

        Raises:
            FramingError: the header is too long, without a length, or its length is out of bounds.
        """
        if self._length is None:
            end = self._bytes.find(_HEADER_END, 0, MAX_HEADER_BYTES + len(_HEADER_END))
            if end < 0:
                if len(self._bytes) > MAX_HEADER_BYTES:
                    raise FramingError(f"a header of more than {MAX_HEADER_BYTES} bytes")
                return None
            self._length = _length(bytes(self._bytes[:end]))
            del self._bytes[: end + len(_HEADER_END)]
        if len(self._bytes) < self._length:
            return None
        body = bytes(self._bytes[: self._length])
        del self._bytes[: self._length]
        self._length = None
        return body


def _length(header: bytes) -> int:
    for line in header.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            digits = value.strip()
            if not digits.isdigit() or len(digits) > len(str(MAX_BODY_BYTES)) or int(digits) > MAX_BODY_BYTES:
                raise FramingError(f"a Content-Length that is no number up to {MAX_BODY_BYTES}")
            return int(digits)
    raise FramingError("a header without Content-Length")


def frame(body: bytes) -> bytes:
    """Put the header before a body."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
