"""Servers with models on this machine, where stand-ins answer as the real ones do, and as they should not."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine.model import STARTER
from quoin.engine.supply import servers
from quoin.engine.supply.servers import llama_server, lm_studio_server, ollama_server, running_servers

if TYPE_CHECKING:
    from collections.abc import Iterator

PROPS = {"default_generation_settings": {}, "model_path": str(STARTER)}
TAGS = {"models": [{"name": "coder:1.5b"}, {"name": "chat\x1b[31m:7b"}]}
IDS = {"data": [{"id": "coder-gguf"}]}


@contextmanager
def answering(answers: dict[str, Any]) -> Iterator[tuple[int, list[str]]]:
    """A port at which each path is answered with what is given for it: JSON, or bytes as they are."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            answer = answers.get(self.path)
            if answer is None:
                self.send_error(404)
                return
            body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], asked
    finally:
        server.shutdown()
        server.server_close()


def test_each_program_is_known_by_its_answers() -> None:
    recognise = (llama_server, ollama_server, lm_studio_server)
    for answers, wanted in (
        ({"/props": PROPS, "/v1/models": {"data": []}}, ("llama.cpp", (STARTER.name,), True, True)),
        ({"/props": {**PROPS, "model_path": "/no/such.gguf"}}, ("llama.cpp", ("such.gguf",), None, True)),
        ({"/api/tags": TAGS}, ("Ollama", ("coder:1.5b", "chat�[31m:7b"), None, False)),
        ({"/v1/models": IDS}, ("LM Studio", ("coder-gguf",), None, False)),
    ):
        with answering(answers) as (port, _):
            found = [server for server in (one(port) for one in recognise) if server is not None]
            told = [(one.program, one.models, one.fim, one.usable) for one in found if one.models]
            assert told == [wanted]
            assert found[0].address == f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    "answer",
    [
        None,
        b"",
        b"no JSON",
        b"[" * 100_000,
        [],
        1,
        {"models": 1},
        {"models": [1]},
        {"data": {"id": 1}},
        b" " * (1 << 20) + b"{}",
    ],
    ids=lambda answer: repr(answer)[:20],
)
def test_other_answers_are_no_servers(answer: Any) -> None:
    paths = dict.fromkeys(("/props", "/api/tags", "/v1/models"), answer)
    with answering(paths) as (port, _):
        assert [one(port) for one in (llama_server, ollama_server, lm_studio_server)] == [None] * 3


def test_a_port_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "MAX_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.create_server(("127.0.0.1", 0)) as other:
        closed = other.getsockname()[1]
        other.close()
        ports = [(silent.getsockname()[1], ollama_server), (closed, llama_server)]
        begun = time.monotonic()
        assert running_servers(ports) == []
        assert time.monotonic() - begun < 10


def test_all_ports_are_asked() -> None:
    with answering({"/props": PROPS}) as (one, _), answering({"/api/tags": TAGS}) as (two, _):
        found = running_servers([(one, llama_server), (two, ollama_server)])
    assert [server.program for server in found] == ["llama.cpp", "Ollama"]
    assert [port for port, _ in servers.USUAL] == [8012, 8080, 11434, 1234]
