"""Messages that once stopped the reading: the next one is answered, and the server ends with its input.

`tests/promises/server/malformed.py` tries messages of every shape.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.harness.client import ResponseError
from quoin.lsp_server.transport.framing import frame

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

ANSWER_SECONDS, END_SECONDS = 5.0, 2.0
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
