"""The protocol's own rules, with the real server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.harness.client import Client, ResponseError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lsp_server.conftest import Start

SECRET = "very_private_name"
URI = "file:///a.py"


async def test_capabilities(raw: Client) -> None:
    answer = await raw.initialize()
    capabilities = answer["capabilities"]
    assert capabilities["inlineCompletionProvider"] == {}
    assert capabilities["textDocumentSync"]["openClose"] is True
    assert capabilities["textDocumentSync"]["change"] == 2
    assert answer["serverInfo"]["name"] == "quoin"
    assert await raw.stop() == 0


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"),
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-7", "utf-32"], "utf-32"),
        (["utf-7"], "utf-16"),
    ],
)
async def test_encodings(raw: Client, offered: list[str] | None, chosen: str) -> None:
    general = {} if offered is None else {"positionEncodings": offered}
    answer = await raw.initialize(capabilities={"general": general})
    assert answer["capabilities"]["positionEncoding"] == chosen


async def refused(client: Client, method: str, params: object) -> int:
    with pytest.raises(ResponseError) as error:
        await asyncio.wait_for(client.request(method, params), 10)
    assert isinstance(error.value.code, int)
    return error.value.code


async def test_requests_at_the_wrong_time(raw: Client) -> None:
    assert await refused(raw, "textDocument/inlineCompletion", {}) == -32002
    await raw.initialize()
    assert (
        await refused(raw, "initialize", {"processId": None, "rootUri": None, "capabilities": {}}) == -32600
    )
    await raw.request("shutdown", None)
    assert await refused(raw, "textDocument/inlineCompletion", {}) == -32600
    raw.notify("exit", None)
    assert await asyncio.wait_for(raw.process.wait(), 10) == 0


UNANSWERABLE = [
    ("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}, -32601),
    ("no/such", None, -32601),
    ("textDocument/inlineCompletion", {"position": SECRET}, -32602),
    ("textDocument/inlineCompletion", None, -32602),
    ("textDocument/inlineCompletion", [1], -32602),
]


async def test_requests_that_cannot_be_answered(start: Start) -> None:
    client = await start()
    codes = [await refused(client, method, params) for method, params, _ in UNANSWERABLE]
    assert codes == [code for _, _, code in UNANSWERABLE]
    assert await client.stop() == 0
    assert SECRET not in "\n".join(client.log)


async def test_bodies_that_are_no_messages_do_not_end_the_server(start: Start) -> None:
    client = await start()
    for body in (b"{", b"\xff", b"[" * 100_000, b"[]", b"1", b'{"id": 1}', b'"x"', b'{"jsonrpc": "2.0"}'):
        client.send_body(body)
    assert await client.stop() == 0


async def test_a_stream_that_is_no_lsp_ends_the_server(start: Start) -> None:
    client = await start()
    assert client.process.stdin is not None
    client.process.stdin.write(b"Content-Length: 99999999999999999999\r\n\r\n")
    assert await asyncio.wait_for(client.process.wait(), 10) == 1


@pytest.mark.parametrize(
    ("messages", "close", "code"),
    [
        (["shutdown", "exit"], False, 0),
        (["exit"], False, 1),
        ([], True, 1),
        (["shutdown"], True, 0),
    ],
)
async def test_exit_codes(start: Start, messages: list[str], close: bool, code: int) -> None:
    client = await start()
    for method in messages:
        if method == "shutdown":
            await client.request(method, None)
        else:
            client.notify(method, None)
    if close:
        assert client.process.stdin is not None
        client.process.stdin.close()
    assert await asyncio.wait_for(client.process.wait(), 10) == code


async def test_the_server_ends_with_its_client_although_the_pipe_stays_open(start: Start) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as editor:
        client = await start(processId=editor.pid)
        editor.kill()
        # Not collected yet: what an editor leaves whose own parent does not look after it.
        assert await asyncio.wait_for(client.process.wait(), 10) == 1


async def test_a_client_that_lives_elsewhere_is_not_watched(start: Start) -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as gone:
        gone.wait()
    client = await start(processId=gone.pid)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(client.process.wait(), 2)
    assert await client.stop() == 0


def messages(client: Client) -> list[str]:
    return [params["message"] for params in client.notifications["window/showMessage"]]


async def test_a_bad_setting_is_reported_once_by_name(start: Start) -> None:
    client = await start({"candidates": 0})
    client.configure({"candidates": 0, "stop": "word"})
    client.configure({"candidates": 0, "stop": "word"})
    assert await client.stop() == 0
    assert messages(client) == [
        "quoin: setting candidates must be a whole number from 1 to 10",
        "quoin: setting stop must be one of line, statement, block, auto",
    ]


async def test_a_client_that_pushes_nothing_is_asked(start: Start) -> None:
    client = await start(capabilities={"workspace": {"configuration": True}})
    client.answers["workspace/configuration"] = [{"stop": "word"}]
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    await client.heard(lambda: bool(messages(client)))
    assert client.requests == [("workspace/configuration", {"items": [{"section": "quoin"}]})]
    assert messages(client) == ["quoin: setting stop must be one of line, statement, block, auto"]


async def test_no_source_text_is_logged(start: Start) -> None:
    client = await start()
    client.open(URI, f"{SECRET} = 1\n")
    change = {"range": {"start": {"line": 0}}, "text": SECRET}
    client.notify("textDocument/didChange", {"textDocument": {"uri": URI}, "contentChanges": [change]})
    client.notify(
        "textDocument/didChange", {"textDocument": {"uri": SECRET, "version": 2}, "contentChanges": []}
    )
    await client.complete("file:///" + SECRET, 0, 0)
    assert await client.stop() == 0
    log = "\n".join(client.log)
    assert "no completion" in log
    assert SECRET not in log


async def test_the_log_goes_to_a_file_too(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "quoin.log"
    client = await start({"trusted": True, "log": {"file": str(file)}, "bogus": 1})
    assert await client.stop() == 0
    assert "unknown setting bogus" in file.read_text(encoding="utf-8")


async def test_standard_output_belongs_to_the_protocol() -> None:
    code = (
        "import os; from quoin.engine.util.stdio_capture import take_channel; channel = take_channel();"
        "print('printed', flush=True); os.system('echo child; cat'); os.write(channel.sink, b'protocol')"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"secret", capture_output=True, check=True)
    assert done.stdout == b"protocol"
    assert done.stderr == b"printed\nchild\n"


async def test_tcp() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quoin.lsp_server", "serve", "--tcp", "0", stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    port = int((await process.stderr.readline()).split()[-1])
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b'Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}')
    assert await asyncio.wait_for(process.wait(), 10) == 1
    writer.close()
