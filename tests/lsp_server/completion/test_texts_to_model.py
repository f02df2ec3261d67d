"""What the model's process makes of a text that is sent as its changes is what it makes of the whole text."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER, CompletionRequest, ModelClient, ModelSettings
from quoin.lsp_server.documents.cursor import Context, Cursor
from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from tests.lsp_server.documents.contexts import sides_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TEXT = "import os\r\n\r\n\r\ndef é(x):\r\n    return os.path.join(x, '😀')\r\n" * 4
PIECES = ("x", "é", "😀", "\r\n", "\n", "    y = 1\n", "(", ")", "'", "")
REQUEST = CompletionRequest("python", "", "", "", max_tokens=3, max_seconds=60.0)


@pytest.fixture
async def clients() -> AsyncIterator[list[ModelClient]]:
    """Two of the same model."""
    started = [ModelClient(), ModelClient()]
    for client in started:
        await client.start(ModelSettings(STARTER, context_size=256, threads=1))
    yield started
    for client in started:
        await client.close()


def point_in(buffer: TextBuffer, rng: random.Random) -> Point:
    return buffer.clamp(Point(rng.randrange(buffer.line_count), rng.randrange(40)))


def edit(buffer: TextBuffer, rng: random.Random) -> None:
    start = point_in(buffer, rng)
    end = point_in(buffer, rng) if rng.random() < 0.1 else start
    buffer.replace(start, end, rng.choice(PIECES))


async def judged(client: ModelClient, request: CompletionRequest) -> tuple[object, ...]:
    """What is said of the text alone: what the model writes may depend on what it was asked before."""
    found = await client.complete(request)
    return found.guarantee, found.problem, found.absent, await client.place(request)


async def ended_early(client: ModelClient, request: CompletionRequest, seconds: float) -> None:
    work = asyncio.ensure_future(client.complete(request))
    await asyncio.sleep(seconds)
    work.cancel()
    await asyncio.wait([work])


@pytest.mark.parametrize("seed", range(3))
async def test_any_edits_cancellations_and_restarts(clients: list[ModelClient], seed: int) -> None:
    rng = random.Random(seed)
    changed, whole = clients
    buffers = [TextBuffer(TEXT, encoding) for encoding in Encoding]
    for step in range(24):
        document = rng.randrange(len(buffers))
        buffer = buffers[document]
        edit(buffer, rng)
        at = point_in(buffer, rng)
        context = Context(buffer, Cursor(at, at, rng.choice(["", "", "o"])))
        request = replace(REQUEST, document=str(document), cut=context)
        request = replace(request, guarantee=rng.choice(["file", "region"]))
        if step == 16:
            assert changed.pid is not None
            os.kill(changed.pid, signal.SIGKILL)
            await asyncio.sleep(0.1)
        if rng.random() < 0.3:
            await ended_early(changed, request, rng.choice([0, 0.001, 0.01]))
            continue
        left, right = sides_of(context)
        plain = replace(request, left=left, right=right, document=f"plain {step}", cut=None)
        assert await judged(changed, request) == await judged(whole, plain)
