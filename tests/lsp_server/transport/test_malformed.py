"""Messages of every shape that JSON has: the next one is answered, and the server ends with its input."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from quoin.lsp_server.harness.client import ResponseError
from quoin.lsp_server.transport.framing import frame
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

KEYS = (
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "code",
    "message",
    "uri",
    "textDocument",
    "position",
)
WORDS = (
    *(
        "2.0",
        "1.0",
        "",
        "é\ud800",
        "file:///a.py",
        "$/cancelRequest",
        "$/progress",
        "$/setTrace",
        "initialize",
    ),
    *("initialized", "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"),
    *(
        "textDocument/inlineCompletion",
        "workspace/didChangeConfiguration",
        "workspace/executeCommand",
        "no/such",
    ),
    *("window/workDoneProgress/cancel", "workspace/didChangeWorkspaceFolders", "textDocument/didSave"),
)
ANSWER_SECONDS, END_SECONDS = 5.0, 2.0
# What once stopped the reading.
KNOWN = [
    {"jsonrpc": "2.0", "id": [1], "result": None},
    {"jsonrpc": "2.0", "id": {}, "error": {"code": 1, "message": "x"}},
    {"jsonrpc": "2.0", "id": [], "method": "textDocument/inlineCompletion", "params": {}},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": {}}},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": []}},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": []},
    {"jsonrpc": "2.0", "id": 1.5, "result": None},
    {"jsonrpc": "2.0", "id": True, "result": None},
    {"jsonrpc": "2.0", "id": None, "method": "no/such"},
]


def value(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kind = rng.randrange(9 if depth < 4 else 6)
    if kind < 3:
        return rng.choice([None, True, False, 0, -1, 1, 7, 1.5, 1e300, 2**70, -(2**63)])
    if kind < 6:
        return rng.choice(WORDS)
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(3))]
    return {rng.choice(KEYS): value(rng, depth + 1) for _ in range(rng.randrange(5))}


def message(rng: random.Random) -> Any:
    """Something that is a message more often than not, with anything in it."""
    if rng.random() < 0.1:
        return value(rng)
    found: dict[str, Any] = {"jsonrpc": "2.0"} if rng.random() < 0.9 else {}
    for key in KEYS[1:6]:
        if rng.random() < 0.5:
            found[key] = rng.choice(WORDS) if key == "method" and rng.random() < 0.8 else value(rng)
    return found


async def answered(client: Client, odd: object) -> None:
    """Send something and, in the same bytes, a request that must be answered."""
    body = json.dumps(odd).encode()
    _, answer = client.begin("no/such/method", None, after=frame(body))
    done, _ = await asyncio.wait([answer], timeout=ANSWER_SECONDS)
    assert done, f"no answer after {odd}"
    error = answer.exception()
    assert isinstance(error, ResponseError)
    assert error.code == -32601, odd


async def ends(client: Client) -> None:
    """End the server's input: it must end, too."""
    assert client.process.stdin is not None
    client.process.stdin.close()
    await asyncio.wait_for(client.process.wait(), END_SECONDS)


@pytest.mark.parametrize("odd", KNOWN, ids=json.dumps)
async def test_known(start: Start, odd: object) -> None:
    client = await start()
    for _ in range(2):
        await answered(client, odd)
    await ends(client)


async def test_any(start: Start) -> None:
    rng = random.Random(41)
    client = await start()
    for _ in range(int(600 * EFFORT)):
        await answered(client, message(rng))
    await ends(client)
