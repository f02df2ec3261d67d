"""How soon a cancelled request is answered, through the real server, at any stage of its work.

Requests are made at seeded cuts of the library's files and cancelled after a seeded delay, which
falls before, in and behind the work on the contexts, the prompt and the tokens. Counted are those
that were still under way. The baseline is the same requests' time without cancelling.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from typing import TYPE_CHECKING

from benchmarks.sources import library_cuts
from benchmarks.timing import percentile
from lsp_server.harness.client import Client, ResponseError

if TYPE_CHECKING:
    from lsp_server.harness.cuts import Cut

URI = "file:///benchmark.py"
SETTINGS = {"maxLatencyMs": 60_000, "maxTokens": 512, "stop": "block", "cache.entries": 0, "reports": True}
LONGEST_DELAY = 0.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    asyncio.run(measure(arguments.cuts, arguments.seed))


async def measure(cuts: int, seed: int) -> None:
    """Print the times of cancelled and of whole requests, in milliseconds."""
    client = await Client.start()
    await client.initialize(SETTINGS)
    rng = random.Random(seed)
    cancelled: list[float] = []
    whole: list[float] = []
    for cut in library_cuts("randspan", cuts, seed):
        whole.append(await request(client, cut, None))
        after = rng.uniform(0, LONGEST_DELAY)
        if after < whole[-1]:
            seconds = await request(client, cut, after)
            cancelled += [seconds] if seconds >= 0 else []
    await client.stop()
    for name, values in (("cancelled", cancelled), ("whole", whole)):
        shown = " ".join(f"{percentile(values, per_cent) * 1e3:9.1f}" for per_cent in (50, 95, 99, 100))
        print(f"{name:10} {len(values):5} requests, ms at the 50th, 95th, 99th, 100th percentile: {shown}")


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
