"""What the first keys cost in a place whose prompt the model has not seen, through the real server.

The cursor is put into seeded lines of a file of the library, and a part of a call is typed at their ends,
with an automatic request for each key that is cancelled at the next, as editors do. `alone` is one key;
`typed` is eight of them, a pause apart; `rested` is one key after the server has heard that the cursor rests
there. Times are those from the last key to the answer, in milliseconds, the setting `debounceMs` among them.
`late` counts those for whose completion the time was over. The baseline is one more key there (`known`).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from pathlib import Path

from benchmarks.sources import programs_of
from benchmarks.timing import busy, percentile
from quoin.engine.model import STARTER
from quoin.lsp_server.documents.positions import content_length, split_lines
from quoin.lsp_server.features.execute_command import CURSOR_RESTS
from quoin.lsp_server.harness.client import Client

SETTINGS = {"trusted": True, "status": True, "suppressIn": [], "minConfidence": 0}
SIZE = 60_000
"""The size of the file in bytes: its sides fill a small model's context in most places."""
TYPED = " or f(a,"
LATE = "the time was over"
URI = "file:///moving.py"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=STARTER, help="a GGUF file")
    parser.add_argument("--places", type=int, default=20)
    parser.add_argument("--pause", type=float, default=0.15, help="seconds from one key to the next")
    parser.add_argument("--rest", type=float, default=1.0, help="seconds for which the cursor rests")
    parser.add_argument("--threads", type=int, default=1, help="of the model")
    parser.add_argument("--tokens", type=int, default=16, help="most tokens of a completion")
    parser.add_argument("--load", type=int, default=0, help="processes that keep the machine busy")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with busy(arguments.load):
        asyncio.run(measure(arguments))


async def measure(arguments: argparse.Namespace) -> None:
    """Print a row for each way to come to a place."""
    client = await Client.start()
    named = {"model.path": str(arguments.model.absolute()), "model.threads": arguments.threads}
    await client.initialize({**SETTINGS, **named, "maxTokens": arguments.tokens})
    user = User(client, programs_of((SIZE,), arguments.seed)[0], random.Random(arguments.seed))
    times: dict[str, list[float]] = {"alone": [], "typed": [], "rested": [], "known": []}
    late = dict.fromkeys(times, 0)
    for _ in range(arguments.places):
        for way, seconds in times.items():
            # The place of the row before is known.
            if way != "known":
                user.go_elsewhere()
            if way == "rested":
                await user.rest(arguments.rest)
            seconds.append(await user.type(TYPED if way == "typed" else TYPED[0], arguments.pause))
            late[way] += user.was_late
    await client.stop()
    print("ms from the last key     50th     95th     late")
    for way, seconds in times.items():
        shown = " ".join(f"{percentile(seconds, per_cent) * 1e3:8.0f}" for per_cent in (50, 95))
        print(f"{way:20} {shown} {late[way]:8}")


class User:
    """Somebody who types into a file, with an editor that asks for each key."""

    def __init__(self, client: Client, text: str, rng: random.Random) -> None:
        self._client, self._rng = client, rng
        self._ends = [content_length(line) for line in split_lines(text)]
        self._version, self._line, self._column = 1, 0, 0
        client.open(URI, text)

    @property
    def was_late(self) -> bool:
        """Whether the last answer was nothing since the time was over."""
        said = self._client.notifications["quoin/status"]
        return bool(said) and LATE in (said[-1]["reason"] or "")

    def go_elsewhere(self) -> None:
        """Delete what was typed, and put the cursor at the end of another line."""
        self._change(self._ends[self._line], self._column, "")
        self._line = self._rng.choice([number for number, end in enumerate(self._ends) if end])
        self._column = self._ends[self._line]

    async def rest(self, seconds: float) -> None:
        """Let the cursor rest, of which the server is told."""
        command = {"command": CURSOR_RESTS, "arguments": [URI, self._line, self._column]}
        await self._client.request("workspace/executeCommand", command)
        await asyncio.sleep(seconds)

    async def type(self, text: str, pause: float) -> float:
        """Type a text; return the seconds from its last character to the answer."""
        for number, character in enumerate(text):
            self._change(self._column, self._column, character)
            self._column += 1
            begun = time.perf_counter()
            request, answer = self._client.begin_completion(URI, self._line, self._column, automatic=True)
            if number < len(text) - 1:
                await asyncio.sleep(pause)
                self._client.notify("$/cancelRequest", {"id": request})
                answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        await answer
        return time.perf_counter() - begun

    def _change(self, start: int, end: int, text: str) -> None:
        """Put a text in place of a part of the cursor's line."""
        self._version += 1
        places = ({"line": self._line, "character": column} for column in (start, end))
        change = {"range": dict(zip(("start", "end"), places, strict=True)), "text": text}
        document = {"uri": URI, "version": self._version}
        self._client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})


if __name__ == "__main__":
    main()
