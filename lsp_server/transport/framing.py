r"""The framing of LSP's base protocol: header lines, an empty line, and a body of `Content-Length` bytes.

Header names are case-insensitive, as in HTTP. After an invalid header the beginning of the next message
is unknown, so the connection is closed.
"""

from __future__ import annotations

from quoin.engine.util.frames import Frames, Head

# Bytes of a header. A header has two short lines, so a longer one without an empty line is not LSP.
MAX_HEADER_BYTES = 8 * 1024
# Bytes of a body: far more than any source file that an editor opens, and far less than would exhaust memory.
MAX_BODY_BYTES = 256 * 1024 * 1024

_HEADER_END = b"\r\n\r\n"


class FramingError(Exception):
    """The stream does not follow the base protocol."""


def message_frames() -> Frames:
    """Make a reader of a stream of messages; its `next` raises `FramingError` at an invalid header."""
    return Frames(_read_head)


def _read_head(data: bytearray) -> Head | None:
    end = data.find(_HEADER_END, 0, MAX_HEADER_BYTES + len(_HEADER_END))
    if end >= 0:
        return Head(end + len(_HEADER_END), _length(bytes(data[:end])))
    if len(data) > MAX_HEADER_BYTES:
        raise FramingError(f"a header of more than {MAX_HEADER_BYTES} bytes")
    return None


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
    """Return a body with its header before it."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
