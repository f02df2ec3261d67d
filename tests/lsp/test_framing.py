"""Headers as clients write them, and streams that are none of the base protocol."""

from __future__ import annotations

import asyncio

import pytest

from lsp_server.framing import MAX_BODY_BYTES, MAX_HEADER_BYTES, FramingError, frame, read_body


async def bodies(stream: bytes) -> list[bytes]:
    reader = asyncio.StreamReader(limit=MAX_HEADER_BYTES)
    reader.feed_data(stream)
    reader.feed_eof()
    found = []
    while (body := await read_body(reader)) is not None:
        found.append(body)
    return found


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (b"", []),
        (frame(b"{}"), [b"{}"]),
        (frame(b"{}") + frame(b"") + frame(b"[1]"), [b"{}", b"", b"[1]"]),
        (b"content-length: 2\r\n\r\n{}" + frame(b"1"), [b"{}", b"1"]),
        (b"Content-Type: x\r\nContent-Length:2\r\n\r\n{}", [b"{}"]),
        (b"Content-Length: 5\r\n\r\n{}", []),
        (b"Content-Length: 5\r\n", []),
        (frame(b"x" * 3 * MAX_HEADER_BYTES), [b"x" * 3 * MAX_HEADER_BYTES]),
    ],
)
async def test_streams(stream: bytes, expected: list[bytes]) -> None:
    assert await bodies(stream) == expected


@pytest.mark.parametrize(
    "stream",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"Content-Length: -2\r\n\r\n{}",
        b"Content-Length: two\r\n\r\n{}",
        b"Content-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1),
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"x" * (MAX_HEADER_BYTES + 4),
    ],
)
async def test_streams_that_are_given_up(stream: bytes) -> None:
    with pytest.raises(FramingError):
        await bodies(stream)
