"""The worker killed at any moment, and clients that die in every state of their worker.

By default a share is tried; `QUOIN_TEST_EFFORT=25` kills the worker in 200 requests.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, TypeVar

import pytest

from engine.model import CompletionRequest, CompletionResult, ModelClient, ModelSettings
from engine.model.restarts import Restarts
from tests.support.effort import EFFORT

from .test_client import gone

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")

KILLS = max(1, int(8 * EFFORT))
HANGING = 60.0
LEFT = "import sys\n\n\ndef main(arguments):\n    " + "for one in arguments:\n        print(one)\n    " * 60
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
        pid = client.pid
        assert pid is not None
        work = asyncio.ensure_future(client.complete(REQUEST))
        await asyncio.sleep(rng.choice([0, rng.uniform(0, 0.05), rng.uniform(0, 0.5)]))
        os.kill(pid, signal.SIGKILL)
        pids.add(pid)
        (answer,) = await in_time(asyncio.gather(work, return_exceptions=True))
        # It may have been answered before.
        assert isinstance(answer, CompletionResult) or "SIGKILL" in str(answer)
    assert await in_time(client.complete(REQUEST))
    assert len(pids) == KILLS
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
from engine.model import ModelClient, ModelSettings
from engine.model import client as module
from tests.model.test_kills import REQUEST

numbers = count()
open_connection = module.open_connection

def other_text():
    return replace(REQUEST, max_tokens=1, left=f"x = {{next(numbers)}}\\n{{REQUEST.left}}")

async def opening(on_progress):
    connection = await open_connection(on_progress)
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
    client = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    worker = int(await asyncio.to_thread(client.stdout.readline))
    await asyncio.sleep(delay)
    client.kill()
    client.wait()
    client.stdout.close()
    assert await gone(worker)
