"""Promise 7: however its editor ends, the server and the model's process are gone soon after."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.promises.promise import Outcome, Promise
from tests.promises.server.servers import NO_PROC, data_home, raw_server
from tests.promises.server.timing import Machine, judge
from tests.support.editor import STATES, unwatched, use
from tests.support.processes import gone_after, workers_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from quoin.lsp_server.harness.client import Client

PROMISED_SECONDS, HANGING_SECONDS = 2.0, 30.0
# How an editor's process ends: by which signals, and whether another process holds its pipe to the server.
DEATHS = {
    "killed": ([signal.SIGKILL], False),
    "terminated": ([signal.SIGTERM], False),
    "stopped and killed": ([signal.SIGSTOP, signal.SIGKILL], False),
    "killed, its pipe held open": ([signal.SIGKILL], True),
}
PARTINGS = (
    "input closed",
    "output closed",
    "exit",
    "shutdown and exit",
    "server terminated",
    "server killed",
)
# The longest time from the start of a server until its editor ends.
LONGEST = 2.0


def hold(cases: int, rng: random.Random) -> Outcome:
    """End editors of servers in every state, at any moment."""
    if NO_PROC:
        return Outcome(0, not_tried=NO_PROC)
    outcome, machine = Outcome(0), Machine()
    times: list[float] = []
    with data_home():
        for _, (way, state) in zip(range(cases), _ways(rng), strict=False):
            delay = rng.choice((0, rng.uniform(0, 0.3), rng.uniform(0, LONGEST)))
            if outcome.tried % 10 == 0:
                machine.look()
            ending = _death(way, state, delay) if way in DEATHS else _parting(way, state, delay)
            seconds = asyncio.run(ending)
            outcome.tried += 1
            if seconds is None:
                outcome.broken.append(
                    f"{way}, {state}, after {delay:.3f} s: not gone in {HANGING_SECONDS:g} s"
                )
            else:
                times.append(seconds)
    judge(outcome, times, PROMISED_SECONDS, machine, "gone after")
    return outcome


def _ways(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Ways to end and states of servers, each combination as often as any other."""
    every = [(way, state) for way in (*DEATHS, *PARTINGS) for state in STATES]
    while True:
        yield from rng.sample(every, len(every))


async def _death(way: str, state: str, delay: float) -> float | None:
    """Start an editor, end its process; return the seconds until what it has started is gone."""
    signals, held = DEATHS[way]
    words = [state, "held"] if held else [state]
    editor = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.editor", *words, stdout=PIPE, stderr=DEVNULL
    )
    assert editor.stdout is not None
    server, *holders = map(int, (await editor.stdout.readline()).split())
    await asyncio.sleep(delay)
    for number in signals:
        os.kill(editor.pid, number)
    try:
        return await _gone(server)
    finally:
        await editor.wait()
        _kill(holders)


async def _parting(way: str, state: str, delay: float) -> float | None:
    """Use a server, part with it; return the seconds until it is gone."""
    async with raw_server() as client:
        using = asyncio.ensure_future(use(client, state))
        await asyncio.sleep(delay)
        using.cancel()
        await asyncio.gather(using, return_exceptions=True)
        _part(client, way)
        seconds = await _gone(client.process.pid)
        await client.process.wait()
        return seconds


def _part(client: Client, way: str) -> None:
    process = client.process
    assert process.stdin is not None
    if way == "input closed":
        process.stdin.close()
    elif way == "output closed":
        # Nobody reads what the server writes from now on; the answer to a request makes it notice.
        transport = process._transport.get_pipe_transport(1)  # type: ignore[attr-defined]
        transport.close()
        unwatched(client.begin("no/such/method", None)[1])
    elif way == "server terminated":
        os.kill(process.pid, signal.SIGTERM)
    elif way == "server killed":
        os.kill(process.pid, signal.SIGKILL)
    else:
        if way == "shutdown and exit":
            unwatched(client.begin("shutdown", None)[1])
        client.notify("exit", None)


async def _gone(server: int) -> float | None:
    """The seconds until a server and its model's processes have ended; None if they have to be killed."""
    workers = workers_of(server)
    seconds = await gone_after([server, *workers], HANGING_SECONDS)
    late = workers_of(server)
    if late:
        seconds = None if seconds is None else await gone_after(late, HANGING_SECONDS)
    if seconds is None:
        _kill([server, *workers, *late])
    return seconds


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


PROMISE = Promise(
    7,
    "editor killed, stopped, pipe closed, at any moment: server and worker gone in 2 s",
    "endings",
    {"suite": 6, "hour": 60, "full": 1_000},
    hold,
)
