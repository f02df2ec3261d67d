"""What a key costs beside the model: edits typed into files of many sizes, through the real server.

A key is a `didChange` and a request for completions after it, from the first byte sent to the answer;
those that are answered from memory are left out. The starter model says a token and what ends the text; its
time, which the server tells, is left out too. `client` is the rest of a key's time. `server` is what of it
passes in the server's process and on the way to the model's: the document, the request's texts and both
pipes; `worker` what the model's process does beside the model: the quotient, the filter, where to end;
`wire` what is left: the client's own pipe, and JSON at both ends. `tokens` counts what the model said. The
same lines are typed several times, and of each key the round counts that took the least, since other programs
run too.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.sources import programs_of
from benchmarks.timing import percentile
from quoin.lsp_server.documents.positions import content_length, split_lines
from quoin.lsp_server.harness.client import Client
from quoin.lsp_server.harness.report import MODEL_PARTS
from quoin.lsp_server.settings.options import REPORT

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZES = (1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
SETTINGS = {
    "trusted": True,
    "reports": True,
    "prefetch": False,
    "debounceMs": 0,
    "suppressIn": [],
    "maxLatencyMs": 60_000,
    "model.contextSize": 256,
    "model.threads": 1,
}
URI = "file:///typed.py"
PARTS = ("client", "server", "worker", "wire")


@dataclass(frozen=True)
class Key:
    """Seconds of one key's parts; there are none where the answer was remembered."""

    whole: float
    parts: Mapping[str, float]
    tokens: int

    @property
    def shares(self) -> tuple[float, ...]:
        """Seconds by `PARTS`."""
        model = sum(self.parts[part] for part in MODEL_PARTS)
        worker, server = self.parts["total"], self.parts["server"]
        return self.whole - model, server - worker, worker - model, self.whole - server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=12, help="how many are typed into each file")
    parser.add_argument("--rounds", type=int, default=5, help="how often")
    parser.add_argument("--tokens", type=int, default=1, help="most tokens of a completion")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    arguments = parser.parse_args()
    asyncio.run(measure(arguments))


async def measure(arguments: argparse.Namespace) -> None:
    """Print a row for each size."""
    client = await Client.start()
    await client.initialize({**SETTINGS, "maxTokens": arguments.tokens})
    print("ms, 50th and 99th percentile" + "".join(f"{part:>15}" for part in PARTS) + "  tokens")
    for text in programs_of(tuple(arguments.sizes), arguments.seed):
        rounds = [
            await typed(client, text, arguments.lines, random.Random(arguments.seed))
            for _ in range(arguments.rounds)
        ]
        known = [[key for key in same if key.parts] for same in zip(*rounds, strict=True)]
        keys = [min(same, key=lambda key: key.shares) for same in known if same]
        shares = list(zip(*(key.shares for key in keys), strict=True))
        cells = [f"{percentile(part, 50) * 1e3:7.2f} {percentile(part, 99) * 1e3:7.2f}" for part in shares]
        tokens = percentile([key.tokens for key in keys], 50)
        print(f"{len(text.encode()):>9} bytes {len(keys):>5} keys  " + "".join(cells) + f"{tokens:8.0f}")
    await client.stop()


async def typed(client: Client, text: str, lines: int, rng: random.Random) -> list[Key]:
    """Type the ends of some lines anew, one after another, as they are."""
    client.open(URI, text)
    content = split_lines(text)
    await client.complete(URI, 0, 0)
    client.notifications[REPORT].clear()
    keys: list[Key] = []
    version = 1
    for number in rng.choices([n for n, line in enumerate(content) if content_length(line) > 4], k=lines):
        line = content[number][: content_length(content[number])]
        start = rng.randrange(len(line) - 1)
        change(client, version := version + 1, number, (start, len(line)), "")
        # The cursor has been moved there before anybody types.
        await client.complete(URI, number, start)
        client.notifications[REPORT].clear()
        for at in range(start, len(line)):
            keys.append(await key(client, version := version + 1, number, at, line[at]))  # noqa: PERF401
    client.close(URI)
    return keys


async def key(client: Client, version: int, line: int, at: int, character: str) -> Key:
    """Type a character and await the completions after it."""
    begun = time.perf_counter()
    change(client, version, line, (at, at), character)
    await client.complete(URI, line, at + len(character))
    whole = time.perf_counter() - begun
    await client.heard(lambda: bool(client.notifications[REPORT]))
    report: dict[str, Any] = client.notifications[REPORT].pop()
    parts = report["seconds"]
    return Key(whole, parts and dict.fromkeys((*MODEL_PARTS, "total"), 0.0) | parts, report["tokens"])


def change(client: Client, version: int, line: int, columns: tuple[int, int], text: str) -> None:
    """Put a text in place of a part of a line."""
    start, end = ({"line": line, "character": column} for column in columns)
    params = {
        "textDocument": {"uri": URI, "version": version},
        "contentChanges": [{"range": {"start": start, "end": end}, "text": text}],
    }
    client.notify("textDocument/didChange", params)


if __name__ == "__main__":
    main()
