"""The same decoder against llama-cpp-python's own server with the starter model, on loopback."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER, CompletionRequest, ModelError, ModelSettings
from quoin.engine.model.worker.service import CompletionService

from .test_remote import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

NEEDED = ("fastapi", "uvicorn", "pydantic_settings", "sse_starlette", "starlette_context", "yaml")
MISSING = [name for name in NEEDED if find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"the server needs {', '.join(MISSING)}")

START_SECONDS = 60

PLACES = [
    ("import sys\n\n\ndef main():\n    print(", ")\n"),
    ("def f(x):\n    if not isinstance(x, ", "):\n        raise TypeError(x)\n"),
    ("class A:\n    def __init__(self, a):\n        ", "\n"),
    ("x = [", "]\n"),
    ("import os\nfor x in ", ":\n    print(x)\n"),
]


@pytest.fixture(scope="module")
def service() -> Iterator[CompletionService]:
    port = free_port()
    options = {"model": STARTER, "logits_all": "true", "n_ctx": 1024, "n_threads": 1, "host": "127.0.0.1"}
    arguments = [str(text) for name, value in options.items() for text in (f"--{name}", value)]
    command = [sys.executable, "-m", "llama_cpp.server", *arguments, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield wait_for(f"http://127.0.0.1:{port}/v1", process)
    finally:
        process.kill()
        process.wait()


def wait_for(url: str, process: subprocess.Popen[bytes]) -> CompletionService:
    until = time.monotonic() + START_SECONDS
    found = None
    while found is None:
        found = try_service(url)
        assert process.poll() is None, "the server has ended"
        assert time.monotonic() < until, "the server does not answer"
        time.sleep(0.1)
    return found


def try_service(url: str) -> CompletionService | None:
    try:
        return CompletionService(ModelSettings(remote_url=url, context_size=1024), lambda _share: None)
    except ModelError:
        return None


@pytest.mark.parametrize(("left", "right"), PLACES)
@pytest.mark.parametrize("bounded", [False, True])
def test_completions_fit(service: CompletionService, left: str, right: str, bounded: bool) -> None:
    request = CompletionRequest(
        "python", left, right, "doc", max_tokens=24, max_seconds=60, candidates=2, stay_in_context=bounded
    )
    result = service.complete(request, lambda: False)
    assert result.candidates or result.empty
    for one in result.candidates:
        ast.parse(left + one.text + right)
        assert one.score < 0


def test_the_model_is_named(service: CompletionService) -> None:
    assert service.info.name.startswith("starter.gguf at http://127.0.0.1:")
    assert service.info.architecture == "remote"
