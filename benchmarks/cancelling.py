"""How soon the work on a cancelled request ends, at any stage, and how soon the server answers it.

Requests are made at seeded cuts of the library's files and cancelled after a seeded delay, which
falls before, in and after the work on the contexts, the prompt and the tokens. Counted are those
that were still under way. `answered` is the time to the server's answer, `stopped` that until the model's
process, asked without the server, has ended the work and answers another question. The baseline is the same
requests' time without cancelling. With `--blocks` there is none: a model of random weights, whose operations
take as long as those of a large one, is cancelled in the midst of long prompts.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.random_model import Size, write
from benchmarks.sources import library_cuts
from benchmarks.timing import percentile
from quoin.engine.model import STARTER, CompletionRequest, ModelClient, ModelSettings
from quoin.lsp_server.harness.client import Client, ResponseError

if TYPE_CHECKING:
    from quoin.lsp_server.harness.cuts import Cut

URI = "file:///benchmark.py"
SETTINGS = {"maxLatencyMs": 60_000, "maxTokens": 512, "stop": "block", "cache.entries": 0, "reports": True}


@dataclass(frozen=True)
class Plan:
    """What is measured.

    Attributes:
        cuts: how many requests are cancelled.
        seed: of the cuts and the delays.
        model: which is asked.
        context: tokens of prompt and completion.
        longest: seconds from a request to its cancelling, at most.
        with_whole: whether requests are also made without cancelling.
    """

    cuts: int
    seed: int
    model: Path = STARTER
    context: int = 4096
    longest: float = 0.3
    with_whole: bool = True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=0, help="of a model of random weights")
    parser.add_argument("--width", type=int, default=Size.width, help="of its residual stream")
    parser.add_argument("--hidden", type=int, default=Size.hidden, help="of its feed-forward part")
    arguments = parser.parse_args()
    plan = Plan(arguments.cuts, arguments.seed)
    if not arguments.blocks:
        asyncio.run(measure(plan))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random.gguf"
        size = Size(arguments.width, arguments.hidden, arguments.blocks)
        write(path, size)
        asyncio.run(measure(replace(plan, model=path, context=size.context, longest=4.0, with_whole=False)))


async def measure(plan: Plan) -> None:
    """Print the times of cancelled and of whole requests, in milliseconds."""
    answered, whole = await answers(plan)
    times = {"answered": answered, "stopped": await stops(plan), "whole": whole}
    for name, values in times.items():
        if values:
            shown = " ".join(f"{percentile(values, per_cent) * 1e3:9.1f}" for per_cent in (50, 95, 99, 100))
            print(
                f"{name:10} {len(values):5} requests, ms at the 50th, 95th, 99th, 100th percentile: {shown}"
            )


async def answers(plan: Plan) -> tuple[list[float], list[float]]:
    """Seconds to the server's answers to cancelled requests, and to the same when they are left alone."""
    client = await Client.start()
    options = {"model.path": str(plan.model), "model.contextSize": plan.context, "trusted": True}
    await client.initialize(SETTINGS | options)
    rng = random.Random(plan.seed)
    cancelled: list[float] = []
    whole: list[float] = []
    for cut in library_cuts("randspan", plan.cuts, plan.seed):
        if plan.with_whole:
            whole.append(await request(client, cut, None))
        after = rng.uniform(0, plan.longest)
        if not whole or after < whole[-1]:
            seconds = await request(client, cut, after)
            cancelled += [seconds] if seconds >= 0 else []
    await client.stop()
    return cancelled, whole


async def stops(plan: Plan) -> list[float]:
    """Seconds from the cancelling of a request to the end of the work on it."""
    client = ModelClient()
    await client.start(ModelSettings(plan.model, context_size=plan.context))
    rng = random.Random(plan.seed)
    small = CompletionRequest("python", "x = ", "\n", "small", stop="line")
    await client.place(small)
    found = []
    for cut in library_cuts("randspan", plan.cuts, plan.seed):
        whole = CompletionRequest("python", cut.left, cut.right, "doc", max_tokens=512, max_seconds=60)
        work = asyncio.ensure_future(client.complete(whole))
        await asyncio.sleep(rng.uniform(0, plan.longest))
        if work.done():
            continue
        begun = time.perf_counter()
        work.cancel()
        await client.place(small)
        found.append(time.perf_counter() - begun)
    await client.close()
    return found


async def request(client: Client, cut: Cut, cancel_after: float | None) -> float:
    """Seconds from the request, or from its cancelling, to the answer; -1 if that came before."""
    client.open(URI, cut.left + cut.right)
    line, character = cut.left.count("\n"), len(cut.left.rpartition("\n")[2].encode("utf-16-le")) // 2
    begun = time.perf_counter()
    number, answer = client.begin_completion(URI, line, character)
    if cancel_after is not None:
        await asyncio.sleep(cancel_after)
        if answer.done():
            return -1.0
        begun = time.perf_counter()
        client.notify("$/cancelRequest", {"id": number})
    try:
        await answer
    except ResponseError:
        pass
    finally:
        client.close(URI)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
