"""Typing in the first file of a language, with an empty cache folder and on a busy machine.

Each try starts a server with a cache folder of its own that holds nothing, opens a file and types a line,
again and again, with a request for every key that is cancelled at the next, as editors do. Then the keys
stop, and the last request is left alone: a try has failed if that one has no completion. `kills` are the
times that the model's process was killed since it did not answer to a cancellation, `ready` is when the
server said so first, and `answer` how long the last request took. With `--after-ready` no key is typed before
the server has said that it is ready, and the first one is left alone: the server has kept its word if it
takes what any key takes. With `--together` two servers share the cache folder.

The baseline is the same with `--load 0 --kept`, where each try but the first finds all that it needs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from dataclasses import dataclass

from benchmarks.timing import busy
from quoin.lsp_server.harness.client import Client

KILLED = "does not react to a cancellation"
SETTINGS = {"status": True, "trusted": True, "maxTokens": 12, "cache.entries": 0, "prefetch": False}
PATIENCE = 60.0
"""Seconds that a try waits for the server to be ready, and for an answer."""


@dataclass(frozen=True)
class Example:
    """A file, and what is typed between its halves, again and again."""

    file: str
    left: str
    typed: str
    right: str


EXAMPLES = {
    "python": Example("a.py", "import os\n\n\ndef f(a, b):\n", "    x = os.path.join(a)\n", "    return a\n"),
    "java": Example(
        "A.java",
        "class A {\n    int f(int a) {\n",
        "        int x = f(a + 1);\n",
        "        return a;\n    }\n}\n",
    ),
}


@dataclass(frozen=True)
class Try:
    """What came of a try; times in seconds, `ready` from the opening of the file."""

    answered: bool
    kills: int
    ready: float | None
    answer: float

    def __str__(self) -> str:
        ready = "never" if self.ready is None else f"{self.ready:.1f} s"
        outcome = "answered" if self.answered else "failed"
        return f"{outcome:9} kills {self.kills}   ready {ready:>7}   answer {self.answer:5.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="+", default=sorted(EXAMPLES), choices=sorted(EXAMPLES))
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--load", type=int, default=8, help="processes that keep the machine busy")
    parser.add_argument("--seconds", type=float, default=12.0, help="of typing")
    parser.add_argument("--pause", type=float, default=0.15, help="seconds from one key to the next")
    parser.add_argument("--latency", type=int, default=10_000, help="the setting maxLatencyMs")
    parser.add_argument("--after-ready", action="store_true", help="type one key, once the server is ready")
    parser.add_argument("--together", action="store_true", help="two servers with one cache folder")
    parser.add_argument("--kept", action="store_true", help="one cache folder for all tries")
    arguments = parser.parse_args()
    for language in arguments.languages:
        with busy(arguments.load), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            done = [
                one
                for number in range(arguments.tries)
                for one in asyncio.run(
                    tries(language, arguments, folder if arguments.kept else f"{folder}/{number}")
                )
            ]
        failed = sum(not one.answered for one in done)
        print(f"{language}: {failed} of {len(done)} failed", *done, sep="\n  ", flush=True)


async def tries(language: str, arguments: argparse.Namespace, cache: str) -> list[Try]:
    """Type in one server, or in two at the same time."""
    servers = 2 if arguments.together else 1
    return list(await asyncio.gather(*(one_try(language, arguments, cache) for _ in range(servers))))


async def one_try(language: str, arguments: argparse.Namespace, cache: str) -> Try:
    """Type in a server, and wait for the last key's answer."""
    client = await Client.start(env={**os.environ, "XDG_CACHE_HOME": cache})
    await client.initialize({**SETTINGS, "maxLatencyMs": arguments.latency})
    typing = Typing(client, language)
    ready = asyncio.ensure_future(typing.ready())
    if arguments.after_ready:
        await ready
    else:
        await typing.cancelled_keys(arguments.seconds, arguments.pause)
    answered, answer = await typing.last_key()
    ready.cancel()
    (said,) = await asyncio.gather(ready, return_exceptions=True)
    await client.kill()
    kills = sum(KILLED in line for line in client.log)
    return Try(answered, kills, said if isinstance(said, float) else None, answer)


class Typing:
    """A file in a server, and a person who types into it."""

    def __init__(self, client: Client, language: str) -> None:
        self._client = client
        self._example = EXAMPLES[language]
        self._uri = f"file:///{self._example.file}"
        self._line = self._example.left.count("\n")
        self._character = 0
        self._version = 1
        self._opened = time.monotonic()
        client.open(self._uri, self._example.left + "\n" + self._example.right, language)

    async def ready(self) -> float | None:
        """Seconds from the opening of the file until the server says that it is ready; None if never."""
        said = self._client.notifications["quoin/status"]
        try:
            await self._client.heard(lambda: any(one["state"] == "ready" for one in said), PATIENCE)
        except asyncio.TimeoutError:
            return None
        return time.monotonic() - self._opened

    async def cancelled_keys(self, seconds: float, pause: float) -> None:
        """Type for some seconds, and to the end of the line but for its last signs."""
        last = len(self._example.typed) - len(");\n")
        while time.monotonic() < self._opened + seconds or self._character != last:
            self._type()
            number, answer = self._ask()
            await asyncio.sleep(pause)
            if not answer.done():
                self._client.notify("$/cancelRequest", {"id": number})
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def last_key(self) -> tuple[bool, float]:
        """Whether a request that is left alone has a completion, and how long that took."""
        asked = time.monotonic()
        try:
            items = await asyncio.wait_for(self._ask()[1], PATIENCE)
        except asyncio.TimeoutError:
            items = []
        return bool(items), time.monotonic() - asked

    def _type(self) -> None:
        sign = self._example.typed[self._character]
        self._version += 1
        at = {"line": self._line, "character": self._character}
        document = {"uri": self._uri, "version": self._version}
        change = {"range": {"start": at, "end": at}, "text": sign}
        if sign == "\n":
            self._line, self._character = self._line + 1, 0
        else:
            self._character += 1
        self._client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def _ask(self) -> tuple[int, asyncio.Future[list[object]]]:
        return self._client.begin_completion(self._uri, self._line, self._character)


if __name__ == "__main__":
    main()
