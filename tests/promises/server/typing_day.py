"""Promise 9: after a day of typing the server and the model's process are as small and as quick as before."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.sources import library
from benchmarks.timing import percentile
from quoin.engine.util.gc_pauses import GROWN_BYTES
from tests.promises.promise import Outcome, Promise
from tests.promises.server.servers import NO_PROC, served
from tests.support.editor import unwatched
from tests.support.processes import children, descriptors, resident

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from quoin.lsp_server.harness.client import Client

FILES, MAX_CHARACTERS = 50, 20_000
# The share of keys after which the user waits for the answer, and of the answers that the user accepts.
WAITING, ACCEPTING = 0.15, 0.3
ANSWER_SECONDS = 60.0
OPTIONS = {"debounceMs": 0, "maxLatencyMs": 2_000}
SAMPLES = 200
# The share of a run in which caches fill, and the number of keys after which they have filled at any length.
WARM_UP, FILLED = 0.4, 10_000
# What the processes may hold at most, at any time and after any number of keys.
MAX_SERVER, MAX_WORKER = 64 << 20, 160 << 20
# From so many keys on the slopes count. A slope is that of the least that is held in each of some parts of a
# run. Free memory is given back when a process has grown by some megabytes, so it may be that much too steep.
JUDGED, PARTS = 20_000, 8
MAX_SLOPE = 1 << 20
MAX_DESCRIPTORS, MAX_SLOWER = 3, 2.0


class Sample(NamedTuple):
    """What the processes hold after a number of keys; memory in bytes."""

    keys: int
    server: int
    worker: int
    server_files: int
    worker_files: int


@dataclass
class Day:
    """A run: the server, its documents, and what was seen."""

    client: Client
    rng: random.Random
    texts: list[str]
    keys: int = 0
    samples: list[Sample] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


def hold(cases: int, rng: random.Random) -> Outcome:
    """Type so many keys on files of the library."""
    if NO_PROC:
        return Outcome(0, not_tried=NO_PROC)
    return asyncio.run(_hold(cases, rng))


async def _hold(cases: int, rng: random.Random) -> Outcome:
    outcome = Outcome(0)
    sources = rng.sample(library(), FILES)
    async with served(OPTIONS) as client:
        day = Day(client, rng, [source.text[:MAX_CHARACTERS] for source in sources])
        for number in range(FILES):
            _open(day, number)
        await client.complete(_uri(0), 0, 0)
        every = max(1, cases // SAMPLES)
        try:
            while day.keys < cases:
                await _stint(day, every)
        except asyncio.TimeoutError:
            outcome.broken.append(f"after {day.keys} keys: no answer within {ANSWER_SECONDS:g} s")
        outcome.tried = day.keys
        if await client.stop() != 0:
            outcome.broken.append("the server did not end well")
    _judge(day, outcome)
    return outcome


def _uri(number: int) -> str:
    return f"file:///project/file_{number}.py"


def _open(day: Day, number: int) -> None:
    day.client.open(_uri(number), day.texts[number])


async def _stint(day: Day, every: int) -> None:
    """Type a line of another file somewhere into a file, and take it out again."""
    rng = day.rng
    number = rng.randrange(FILES)
    if rng.random() < 0.05:
        day.client.close(_uri(number))
        _open(day, number)
    line = rng.randrange(day.texts[number].count("\n") + 1)
    words = rng.choice(rng.choice(day.texts).split("\n")) or "pass"
    _change(day, number, (line, 0), (line, 0), "\n")
    column = 0
    for key in words:
        _change(day, number, (line, column), (line, column), key)
        column += 1
        column += await _ask(day, number, line, column)
        day.keys += 1
        if day.keys % every == 0:
            day.samples.append(_sample(day))
    _change(day, number, (line, 0), (line + 1, 0), "")


def _change(day: Day, number: int, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
    places = ({"line": line, "character": character} for line, character in (start, end))
    change = {"range": dict(zip(("start", "end"), places, strict=True)), "text": text}
    version = {"uri": _uri(number), "version": day.keys}
    day.client.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [change]})


async def _ask(day: Day, number: int, line: int, column: int) -> int:
    """Ask for a completion, and accept it at times; return the length of what was accepted."""
    begun = time.perf_counter()
    answer = day.client.begin_completion(_uri(number), line, column, automatic=True)[1]
    if day.rng.random() > WAITING:
        unwatched(answer)
        await asyncio.sleep(0)
        return 0
    items: list[dict[str, Any]] = await asyncio.wait_for(answer, ANSWER_SECONDS)
    day.times.append(time.perf_counter() - begun)
    if not items or day.rng.random() > ACCEPTING or "\n" in items[0]["insertText"]:
        return 0
    item = items[0]
    if item["range"]["start"] != item["range"]["end"]:
        return 0
    _change(day, number, (line, column), (line, column), item["insertText"])
    unwatched(day.client.begin("workspace/executeCommand", item["command"])[1])
    return len(item["insertText"].encode("utf-16-le")) // 2


def _sample(day: Day) -> Sample:
    server = day.client.process.pid
    worker = children(server)[0]
    return Sample(day.keys, resident(server), resident(worker), descriptors(server), descriptors(worker))


def _judge(day: Day, outcome: Outcome) -> None:
    filled = min(FILLED, day.keys * WARM_UP)
    samples = [one for one in day.samples if one.keys >= filled]
    counts = day.keys >= JUDGED
    for name, most, memory in (
        ("server", MAX_SERVER, [one.server for one in day.samples]),
        ("worker", MAX_WORKER, [one.worker for one in day.samples]),
    ):
        said = f"{name} at most {max(memory, default=0) / 1e6:.0f} MB"
        if max(memory, default=0) > most:
            outcome.broken.append(f"{said}, where {most / 1e6:.0f} MB are promised")
        outcome.figures += said
        slope = level([one.keys for one in samples], memory[len(memory) - len(samples) :])
        if counts and slope > MAX_SLOPE + 10_000 * GROWN_BYTES / (day.keys - filled):
            outcome.broken.append(f"{name}: {slope / 1e6:+.2f} MB for 10,000 keys")
        outcome.figures += f", {slope / 1e6:+.2f} MB for 10,000 keys; " if counts else "; "
    for name, files in (
        ("server", [one.server_files for one in samples]),
        ("worker", [one.worker_files for one in samples]),
    ):
        if files and max(files) - min(files) > MAX_DESCRIPTORS:
            outcome.broken.append(f"{name}: from {min(files)} to {max(files)} file descriptors")
    times = day.times[int(len(day.times) * WARM_UP) :]
    early, late = times[: len(times) // 2], times[len(times) // 2 :]
    if early:
        before, after = percentile(early, 99), percentile(late, 99)
        said = f"99th percentile of a key {before * 1e3:.0f} ms, later {after * 1e3:.0f} ms"
        outcome.figures += said
        if counts and after > MAX_SLOWER * before:
            outcome.broken.append(said)


def level(keys: Sequence[int], memory: Sequence[int]) -> float:
    """The growth of the least memory that is held in each part of a run, for 10,000 keys."""
    size = max(1, -(-len(keys) // PARTS))
    parts = [range(start, min(start + size, len(keys))) for start in range(0, len(keys), size)]
    middles = [sum(keys[at] for at in part) / len(part) for part in parts]
    return 10_000 * _slope(middles, [min(memory[at] for at in part) for part in parts])


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """The slope of the line with the least squares; 0 for fewer than two points."""
    if len(xs) < 2:
        return 0.0
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / (sum((x - mean_x) ** 2 for x in xs) or 1)


PROMISE = Promise(
    9,
    "a day of typing on 50 files: little memory; it, descriptors and the 99th percentile of a key level",
    "keys",
    {"suite": 200, "hour": JUDGED, "full": 1_000_000},
    hold,
)
