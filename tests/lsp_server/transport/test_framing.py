"""Headers as clients write them, and streams that are none of the base protocol."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.lsp_server.transport.framing import (
    MAX_BODY_BYTES,
    MAX_HEADER_BYTES,
    FramingError,
    frame,
    message_frames,
)


def bodies(*pieces: bytes) -> list[bytes]:
    frames = message_frames()
    found = []
    for piece in pieces:
        frames.feed(piece)
        while (body := frames.next()) is not None:
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
def test_streams(stream: bytes, expected: list[bytes]) -> None:
    assert bodies(stream) == expected
    assert bodies(*(stream[at : at + 1] for at in range(len(stream)))) == expected


@given(st.lists(st.binary(max_size=9)), st.lists(st.integers(0, 200)))
def test_streams_in_pieces(expected: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, expected))
    ends = [0, *sorted(cuts), len(stream)]
    assert bodies(*(stream[begin:end] for begin, end in pairwise(ends))) == expected


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
def test_streams_that_are_given_up(stream: bytes) -> None:
    with pytest.raises(FramingError):
        bodies(stream)
