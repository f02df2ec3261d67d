"""Promise 12: a day's work opens no socket, writes in its own folders alone, and leaves no text there."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.features.execute_command import (
    ACCEPTED,
    BIND_NEXT,
    CURSOR_RESTS,
    DESCRIBE_MODEL,
    DISMISSED,
    GET_MODEL,
    MODELS,
    STATS,
)
from quoin.lsp_server.harness.client import ResponseError
from quoin.lsp_server.transport.framing import frame
from tests.differential import edits
from tests.promises.promise import Outcome, Promise
from tests.promises.server.watching import WITHOUT_STRACE, Folders, Seen, watched
from tests.support import odd_messages
from tests.support.processes import children

if TYPE_CHECKING:
    import random

    from quoin.lsp_server.harness.client import Client

CANARY = "kanarienvogel"
"""A word that stands in every text and in no file of the project's."""

SESSION = 60
"""The number of things that are done in one session with a server."""

ANSWER_SECONDS = 60.0
ENDINGS = {
    "python": "py",
    "go": "go",
    "java": "java",
    "javascript": "js",
    "json": "json",
    "lua": "lua",
    "sqlite": "sql",
    "tsx": "tsx",
    "typescript": "ts",
}
SETTINGS: tuple[dict[str, Any], ...] = (
    {"names": "strict"},
    {"guarantee": "file"},
    {"guarantee": "off"},
    {"stop": "block", "candidates": 3},
    {"maxLatencyMs": 10},
    {"enable": False},
    {"enable": True},
    {"no.such": CANARY},
    {"knownNames": [CANARY]},
    {"log": {"level": "info"}},
)


def hold(cases: int, rng: random.Random) -> Outcome:
    """Work in sessions of some dozens of things each, and look at what was done, written and said."""
    outcome = Outcome(0, not_tried=WITHOUT_STRACE)
    while outcome.tried < cases:
        done = min(SESSION, cases - outcome.tried)
        with tempfile.TemporaryDirectory() as folder:
            seen: list[Seen] = []
            seed = rng.getrandbits(32)
            rng.seed(seed)
            try:
                asyncio.run(_work(Folders(Path(folder)).make(), done, rng, seen))
            except Exception as error:  # noqa: BLE001 - a server that fails is a broken promise
                outcome.broken.append(f"seed={seed}: {type(error).__name__}: {error}")
            outcome.broken += [f"seed={seed}: {line}" for one in seen for line in _wrong(one)]
        outcome.tried += done
    return outcome


def _wrong(seen: Seen) -> list[str]:
    found = [f"wrote {path}" for path in seen.misplaced]
    found += [f"connected {line[:200]}" for line in seen.connections]
    found += [f"the user's text is in {where}" for where in seen.files_with(CANARY)]
    if CANARY in seen.standard_error:
        (line, *_) = (line for line in seen.standard_error.splitlines() if CANARY in line)
        found.append(f"the user's text is in standard error: {line[:200]}")
    return found


async def _work(folders: Folders, count: int, rng: random.Random, seen: list[Seen]) -> None:
    # The settings are the user's, and the log is written to a file, too.
    options = {"trusted": True, "status": True, "log": {"file": str(folders.root / "log" / "quoin.log")}}
    async with watched(folders, seen) as client:
        await client.initialize(options, rootUri=folders.work.as_uri(), capabilities=_capabilities())
        session = _Session(client, folders, rng)
        for name in ENDINGS:
            session.open(name)
        await session.complete()
        for _ in range(count):
            await session.step()


def _capabilities() -> dict[str, Any]:
    return {"workspace": {"configuration": True, "applyEdit": True}, "window": {"workDoneProgress": True}}


class _Session:
    """What a user does, at random."""

    def __init__(self, client: Client, folders: Folders, rng: random.Random) -> None:
        self._client = client
        self._folders = folders
        self._rng = rng
        self._texts: dict[str, list[str]] = {}
        self._version = 1

    def open(self, language: str) -> None:
        uri = (self._folders.work / f"file{len(self._texts)}.{ENDINGS[language]}").as_uri()
        text = self._rng.choice(edits.files(language))
        comment = {"python": "#", "lua": "--", "sqlite": "--", "json": ""}.get(language, "//")
        lines = [f"{comment} {CANARY}" if comment else "", *text.splitlines()]
        self._texts[uri] = lines
        self._client.open(uri, "\n".join(lines), "sql" if language == "sqlite" else language)

    async def step(self) -> None:
        actions = (
            (self._type,) * 8
            + (self.complete,) * 6
            + (
                self._configure,
                self._reopen,
                self._send_odd,
                self._send_command,
                self._end_worker,
                self._cancel,
            )
        )
        await self._rng.choice(actions)()

    async def _type(self) -> None:
        uri, line, character = self._place()
        text = self._rng.choice(
            (f" {CANARY} = ", f"{CANARY}(", f"'{CANARY}", ")", "\n", "x", f"\n{CANARY}.", "{")
        )
        place = {"line": line, "character": character}
        lines = self._texts[uri]
        lines[line] = lines[line][:character] + text + lines[line][character:]
        self._texts[uri] = "\n".join(lines).split("\n")
        self._version += 1
        self._client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": self._version},
                "contentChanges": [{"range": {"start": place, "end": place}, "text": text}],
            },
        )

    async def complete(self) -> None:
        uri, line, character = self._place()
        work = self._client.begin_completion(uri, line, character, automatic=self._rng.random() < 0.5)[1]
        items = await asyncio.wait_for(work, ANSWER_SECONDS)
        command = items[0].get("command") if items else None
        if command and self._rng.random() < 0.5:
            await self._execute(command["command"], command.get("arguments"))

    async def _cancel(self) -> None:
        number, work = self._client.begin_completion(*self._place())
        self._client.notify("$/cancelRequest", {"id": number})
        with suppress(ResponseError):
            await asyncio.wait_for(work, ANSWER_SECONDS)

    async def _configure(self) -> None:
        self._client.configure(self._rng.choice(SETTINGS))

    async def _reopen(self) -> None:
        uri = self._rng.choice(list(self._texts))
        self._client.close(uri)
        del self._texts[uri]
        self.open(self._rng.choice(list(ENDINGS)))

    async def _send_odd(self) -> None:
        """Send a message that is malformed, or of no sense, with the user's text in it."""
        whole = json.dumps(odd_messages.message(self._rng)).replace("file:///a.py", CANARY)
        body = self._rng.choice(
            (whole, whole[:-2], json.dumps({"method": CANARY, "params": {CANARY: CANARY}}))
        )
        after = frame(body.encode("utf-8", "replace"))
        work = self._client.begin("no/such/method", {"text": CANARY}, after=after)[1]
        with suppress(ResponseError):
            await asyncio.wait_for(work, ANSWER_SECONDS)

    async def _send_command(self) -> None:
        name = self._rng.choice(
            (STATS, ACCEPTED, BIND_NEXT, CURSOR_RESTS, DESCRIBE_MODEL, DISMISSED, MODELS, GET_MODEL, CANARY)
        )
        await self._execute(name, self._rng.choice(([], [CANARY], None, [{"uri": CANARY}])))

    async def _execute(self, name: str, arguments: object) -> None:
        with suppress(ResponseError):
            work = self._client.request("workspace/executeCommand", {"command": name, "arguments": arguments})
            await asyncio.wait_for(work, ANSWER_SECONDS)

    async def _end_worker(self) -> None:
        """Kill the model's process, which the next request starts again."""
        if self._rng.random() < 0.3:
            for server in self._processes():
                for worker in children(server):
                    with suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)

    def _processes(self) -> list[int]:
        """The server's process, which strace may have started."""
        first = self._client.process.pid
        return children(first) if WITHOUT_STRACE == "" else [first]

    def _place(self) -> tuple[str, int, int]:
        uri = self._rng.choice(list(self._texts))
        line = self._rng.randrange(len(self._texts[uri]))
        return uri, line, self._rng.choice((len(self._texts[uri][line]), 0, len(self._texts[uri][line]) // 2))


PROMISE = Promise(
    12,
    "no socket, no file written outside cache, data and log, and the user's text in none of them",
    "things done",
    {"suite": 30, "hour": 3_000, "full": 100_000},
    hold,
)
