"""Promise 8: the model's process dies, stops, has no memory: completions come back soon, no edit is lost."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from quoin.engine.model.client.client import SPARE_AFTER
from tests.promises.promise import Outcome, Promise
from tests.promises.server.servers import NO_PROC, served
from tests.promises.server.timing import JUDGED, Machine, judge
from tests.support.editor import unwatched
from tests.support.processes import children, data_bytes

if TYPE_CHECKING:
    import random
    from collections.abc import Awaitable, Callable

    from quoin.lsp_server.harness.client import Client

BACK_SECONDS, HANGING_SECONDS = 2.0, 60.0
# The faults of one server: the pause before a restart grows with each crash, and after five within three
# minutes a model is given up.
TOGETHER = 3
# In long runs the first fault of every other server comes when a spare process waits, this long after a load.
SPARE_SECONDS = SPARE_AFTER + 5
OPTIONS = {"maxLatencyMs": 20_000, "cache.entries": 0, "prefetch": False, "stop": "line"}
URI = "file:///a.py"
LEFT = "def f(a, b=()):\n    return a\n\n\n"
RIGHT = "\n\n\nclass A:\n    def g(self):\n        return f(self)\n"
# What is typed after `x = f(`: a completion must close the brackets from before the fault and from after it.
PIECES = ("f(", "[", "{1: ", "(", "f(LEFT, ", "[0, ")
PASTED = "y = [1, (2, 3), {4: f(5)}]\n" * 4_000
# How far the memory of a process may still grow, and for how long, where it runs out.
ROOM_BYTES, TIGHT_SECONDS = 1 << 20, 0.5


class Typist(NamedTuple):
    """A server, and the line that is typed."""

    client: Client
    typed: list[str]
    rng: random.Random


def hold(cases: int, rng: random.Random) -> Outcome:
    """Let the model's processes of servers end, stop and run out of memory while somebody types."""
    if NO_PROC:
        return Outcome(0, not_tried=NO_PROC)
    outcome, machine = Outcome(0), Machine()
    times: list[float] = []
    while outcome.tried < cases:
        machine.look()
        quiet = SPARE_SECONDS if cases >= JUDGED and rng.randrange(2) else 0.0
        asyncio.run(_serve(min(TOGETHER, cases - outcome.tried), quiet, rng, outcome, times))
    judge(outcome, times, BACK_SECONDS, machine, "back after")
    return outcome


async def _serve(faults: int, quiet: float, rng: random.Random, outcome: Outcome, times: list[float]) -> None:
    async with served(OPTIONS) as client:
        await asyncio.sleep(quiet)
        for _ in range(faults):
            name = rng.choice(sorted(FAULTS))
            outcome.tried += 1
            try:
                seconds, middle = await asyncio.wait_for(_try(client, name, rng), HANGING_SECONDS)
            except asyncio.TimeoutError:
                outcome.broken.append(f"{name}: not back in {HANGING_SECONDS:g} s: {client.log[-3:]}")
                return
            times.append(seconds)
            if not _parses(LEFT + middle + RIGHT):
                outcome.broken.append(f"{name}: {middle!r} does not fit what was typed")


async def _try(client: Client, name: str, rng: random.Random) -> tuple[float, str]:
    """Type, with a fault in the midst; return the seconds until a completion came, and the completed line."""
    typist = Typist(client, [], rng)
    client.open(URI, LEFT + RIGHT)
    await _type(typist, "x = f(")
    await client.complete(URI, *_cursor(typist))
    for _ in range(rng.randrange(1, 4)):
        await _type(typist, rng.choice(PIECES))
    unwatched(client.begin_completion(URI, *_cursor(typist))[1])
    await asyncio.sleep(rng.choice((0, rng.uniform(0, 0.05), rng.uniform(0, 0.3))))
    begun = time.monotonic()
    fault = asyncio.ensure_future(FAULTS[name](client, children(client.process.pid)[0]))
    for _ in range(rng.randrange(1, 3)):
        await _type(typist, rng.choice(PIECES))
    items: list[Any] = []
    while not items:
        items = await client.complete(URI, *_cursor(typist))
    seconds = time.monotonic() - begun
    await fault
    return seconds, "".join(typist.typed) + items[0]["insertText"]


async def _type(typist: Typist, text: str) -> None:
    """Type a text key by key, asking after each."""
    for key in text:
        line, column = _cursor(typist)
        place = {"line": line, "character": column}
        change = {"range": {"start": place, "end": place}, "text": key}
        version = {"uri": URI, "version": column}
        typist.client.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [change]})
        typist.typed.append(key)
        unwatched(typist.client.begin_completion(URI, *_cursor(typist), automatic=True)[1])
        await asyncio.sleep(typist.rng.uniform(0, 0.02))


def _cursor(typist: Typist) -> tuple[int, int]:
    return LEFT.count("\n"), len(typist.typed)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


async def _kill(_: Client, worker: int) -> None:
    os.kill(worker, signal.SIGKILL)


async def _stop(_: Client, worker: int) -> None:
    os.kill(worker, signal.SIGSTOP)


async def _abort(_: Client, worker: int) -> None:
    os.kill(worker, signal.SIGABRT)


async def _tighten(client: Client, worker: int) -> None:
    """Leave the process no memory for a while, in which it is to read much."""
    import resource  # noqa: PLC0415 - exists on some systems only

    # Of address space the allocator has reserves, of data it has none.
    before = resource.prlimit(worker, resource.RLIMIT_DATA)
    resource.prlimit(worker, resource.RLIMIT_DATA, (data_bytes(worker) + ROOM_BYTES, before[1]))
    client.open("file:///pasted.py", PASTED)
    unwatched(client.begin_completion("file:///pasted.py", PASTED.count("\n") // 2, 0)[1])
    await asyncio.sleep(TIGHT_SECONDS)
    client.close("file:///pasted.py")
    try:
        resource.prlimit(worker, resource.RLIMIT_DATA, before)
    except ProcessLookupError:
        return


FAULTS: dict[str, Callable[[Client, int], Awaitable[None]]] = {
    "killed": _kill,
    "stopped": _stop,
    "aborted": _abort,
    "out of memory": _tighten,
}

PROMISE = Promise(
    8,
    "the model's process killed, stopped, out of memory: back in 2 s, and no edit is lost",
    "faults",
    {"suite": 4, "hour": 60, "full": 1_000},
    hold,
)
