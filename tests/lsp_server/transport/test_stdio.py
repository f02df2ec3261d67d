"""What is written to a pipe, by whichever thread, and what is read from one."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.transport.framing import frame
from quoin.lsp_server.transport.listener import Listener
from quoin.lsp_server.transport.stdio import DescriptorOutput, read_into

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Some fit into a pipe that has room for little, one into none.
SIZES = [1, 500, 4096, 4097, 300_000, 7]
MESSAGES = [bytes([65 + number % 26]) * SIZES[number % len(SIZES)] for number in range(120)]

Ends = tuple[int, int]


def sockets() -> Ends:
    """As clients on Node make pipes."""
    one, other = socket.socketpair()
    return one.detach(), other.detach()


def read_all(source: int) -> bytes:
    data = bytearray()
    while more := os.read(source, 1 << 16):
        data += more
    return bytes(data)


@pytest.mark.parametrize("make", [os.pipe, sockets])
def test_messages_are_written_whole_and_in_their_order(make: Callable[[], Ends]) -> None:
    source, sink = make()
    output = DescriptorOutput(sink, lambda: pytest.fail("it is read"))
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(read_all(source)))
    for number, message in enumerate(MESSAGES):
        # Nobody reads at first, and nothing waits for that.
        if number == len(MESSAGES) // 2:
            reader.start()
        output.write(message)
    output.close()
    os.close(sink)
    reader.join()
    os.close(source)
    assert found == [b"".join(MESSAGES)]


@pytest.mark.parametrize("size", [1, 100_000])
def test_a_client_that_has_gone_is_noticed_once(size: int) -> None:
    source, sink = os.pipe()
    told: list[None] = []
    output = DescriptorOutput(sink, lambda: told.append(None))
    os.close(source)
    for _ in range(3):
        output.write(b"x" * size)
    output.close()
    os.close(sink)
    assert told == [None]


BODIES = [b"1", b"", b"x" * 200_000, b"2"]


async def heard(source: int) -> list[bytes]:
    """Read a descriptor to its end."""
    bodies: list[bytes] = []

    def take(body: bytes) -> bool:
        bodies.append(body)
        return body == b"1"

    listener = Listener(take)
    read_into(listener, source)
    await asyncio.wait_for(listener.ended, 10)
    return bodies


@pytest.mark.parametrize("make", [os.pipe, sockets])
async def test_pipes_are_read(make: Callable[[], Ends]) -> None:
    source, sink = make()

    def write() -> None:
        with os.fdopen(sink, "wb") as pipe:
            pipe.write(b"".join(map(frame, BODIES)))

    writer = threading.Thread(target=write)
    writer.start()
    assert await heard(source) == BODIES
    writer.join()
    os.close(source)


async def test_what_cannot_be_polled_is_read(tmp_path: Path) -> None:
    file = tmp_path / "messages"
    file.write_bytes(b"".join(map(frame, BODIES)))
    with file.open("rb") as opened:
        assert await heard(opened.fileno()) == BODIES


async def test_work_has_its_turn_before_the_next_message() -> None:
    seen: list[str] = []

    def take(body: bytes) -> bool:
        seen.append(body.decode())
        if body == b"work":
            asyncio.get_running_loop().call_soon(seen.append, "begun")
        return body == b"work"

    listener = Listener(take)
    for data in (*map(frame, (b"edit", b"edit", b"work", b"edit")), b""):
        listener.feed(data)
    await listener.ended
    assert seen == ["edit", "edit", "work", "begun", "edit"]


async def test_a_stream_that_makes_no_sense_is_given_up() -> None:
    seen: list[bytes] = []

    def take(body: bytes) -> bool:
        seen.append(body)
        return False

    listener = Listener(take)
    listener.feed(frame(b"1") + b"Nonsense: 1\r\n\r\n" + frame(b"2"))
    assert listener.ended.done()
    listener.feed(frame(b"3"))
    assert seen == [b"1"]
