"""The worker killed at any moment, and clients that die in every state of their worker.

By default a share is tried; `QUOIN_TEST_EFFORT=25` kills the worker in 200 requests.
`tests/promises/server/endings.py` ends editors.
"""

from __future__ import annotations

import ast
import asyncio
import os
import random
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from quoin.engine.model import CompletionRequest, CompletionResult, ModelClient, ModelSettings
from quoin.engine.model.client.restarts import MAX_CRASHES, Restarts
from quoin.lsp_server.harness.client import Client
from tests.support.editor import LEFT
from tests.support.effort import EFFORT
from tests.support.processes import children, gone

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")

KILLS = max(1, int(8 * EFFORT))
HANGING = 60.0
REQUEST = CompletionRequest("python", LEFT, "\n", "kills", max_tokens=400, max_seconds=20, stop="block")


async def in_time(work: Awaitable[T]) -> T:
    return await asyncio.wait_for(work, HANGING)


async def test_a_worker_killed_at_random_costs_the_request_at_hand() -> None:
    rng = random.Random(1)
    client = ModelClient(restarts=Restarts(most=KILLS + 1, first_pause=0))
    pids = set()
    await client.start(ModelSettings())
    for _ in range(KILLS):
        await in_time(client.complete(REQUEST))
        connection = client._connection
        assert connection is not None
        work = asyncio.ensure_future(client.complete(REQUEST))
        await asyncio.sleep(rng.choice([0, rng.uniform(0, 0.05), rng.uniform(0, 0.5)]))
        os.kill(connection.pid, signal.SIGKILL)
        pids.add(connection.pid)
        (answer,) = await in_time(asyncio.gather(work, return_exceptions=True))
        await in_time(asyncio.gather(*connection._tasks))
        # It may have been answered before.
        assert isinstance(answer, CompletionResult) or "SIGKILL" in str(answer)
    assert await in_time(client.complete(REQUEST))
    assert len(pids) == KILLS
    await client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="whether a process is stopped is not known elsewhere")
@pytest.mark.parametrize("delay", [None, 0, 0.05])
async def test_a_worker_that_is_stopped_goes_on(delay: float | None) -> None:
    """Stopped while it is idle, or some seconds after a request."""
    client = ModelClient()
    await client.start(ModelSettings())
    await in_time(client.complete(REQUEST))
    pid = client.pid
    assert pid is not None
    work = [] if delay is None else [asyncio.ensure_future(client.complete(REQUEST))]
    await asyncio.sleep(delay or 0)
    os.kill(pid, signal.SIGSTOP)
    work.append(asyncio.ensure_future(client.complete(REQUEST)))
    assert all(result.candidates for result in await in_time(asyncio.gather(*work)))
    assert client.pid == pid
    await client.close()


STATES = {
    "loading": "client.start(ModelSettings())",
    "idle": "asyncio.sleep(60)",
    "evaluating": "client.complete(other_text())",
    "generating": "client.complete(REQUEST)",
}
PROGRAM = """
import asyncio
from dataclasses import replace
from itertools import count
from quoin.engine.model import ModelClient, ModelSettings
from quoin.engine.model.client import client as module
from tests.engine.model.client.test_kills import REQUEST

numbers = count()
open_connection = module.open_connection

def other_text():
    return replace(REQUEST, max_tokens=1, left=f"x = {{next(numbers)}}\\n{{REQUEST.left}}")

async def opening(on_progress, spare):
    connection = await open_connection(on_progress, spare)
    print(connection.pid, flush=True)
    return connection

async def main():
    client = ModelClient()
    if {state!r} == "loading":
        module.open_connection = opening
    else:
        await client.start(ModelSettings())
        print(client.pid, flush=True)
    while True:
        await {work}

asyncio.run(main())
"""


@pytest.mark.parametrize("delay", [0, 0.1])
@pytest.mark.parametrize("state", STATES)
async def test_a_worker_ends_with_its_client(state: str, delay: float) -> None:
    program = PROGRAM.format(state=state, work=STATES[state])
    for pid in await killed(program, delay):
        assert await gone(pid)


async def killed(program: str, delay: float) -> list[int]:
    """Run a program, kill it some seconds after it has named processes, and give their numbers."""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pids = (await asyncio.to_thread(process.stdout.readline)).split()
    await asyncio.sleep(delay)
    process.kill()
    process.wait()
    process.stdout.close()
    assert pids
    return [int(pid) for pid in pids]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at a process's children in /proc")
async def test_kills_of_the_worker_lose_no_edit() -> None:
    """Typed while it dies, again and again; what comes then fits into what was typed."""
    server = await Client.start()
    await server.initialize({"maxLatencyMs": 20_000, "cache.entries": 0, "prefetch": False})
    uri, left, typed, right = "file:///edits.py", "def f(a):\n    return a\n", "x = f([{1: (f(a)", ")}])\n"
    server.open(uri, left + right)
    await server.complete(uri, 0, 8)
    for column, character in enumerate(typed):
        change = {"range": around(2, column), "text": character}
        version = {"uri": uri, "version": column + 2}
        server.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [change]})
        if column % 5 == 0:
            server.begin_completion(uri, 2, column + 1)
            for worker in children(server.process.pid):
                os.kill(worker, signal.SIGKILL)
    items: list[Any] = []
    for _ in range(4):
        items = items or await in_time(server.complete(uri, 2, len(typed)))
    await server.stop()
    assert items
    for item in items:
        replaced = item["range"]["end"]["character"] - len(typed)
        assert ast.parse(left + typed + item["insertText"] + right[replaced:])


@pytest.mark.skipif(sys.platform != "linux", reason="looks at a process's children in /proc")
async def test_a_server_gives_up_a_model_that_keeps_crashing_and_says_so_once() -> None:
    server = await Client.start()
    await server.initialize({"maxLatencyMs": 20_000, "cache.entries": 0, "prefetch": False})
    server.open("file:///a.py", LEFT)

    async def ask() -> list[Any]:
        return await in_time(server.complete("file:///a.py", LEFT.count("\n"), 4))

    for _ in range(MAX_CRASHES):
        # One may reach the process that has been killed before the server knows of it.
        assert await ask() or await ask()
        # A spare process may wait behind it.
        worker = children(server.process.pid)[0]
        os.kill(worker, signal.SIGKILL)
        assert await gone(worker)
    assert [await ask(), await ask()] == [[], []]
    messages = [shown["message"] for shown in server.notifications["window/showMessage"]]
    await server.stop()
    assert len(messages) == 1
    assert f"crashed {MAX_CRASHES} times within 3 minutes" in messages[0]


def around(line: int, column: int) -> dict[str, Any]:
    return {end: {"line": line, "character": column} for end in ("start", "end")}
