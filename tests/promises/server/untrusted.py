"""Promise 13: whatever an untrusted workspace says, nothing is started, loaded or written for it."""

from __future__ import annotations

import asyncio
import json
import socket
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.engine.model import STARTER
from quoin.engine.supply.catalogue import known_models
from quoin.lsp_server.features.execute_command import DESCRIBE_MODEL, GET_MODEL, MODELS
from quoin.lsp_server.harness.client import ResponseError
from quoin.lsp_server.settings.settings import NAMES
from tests.promises.promise import Outcome, Promise
from tests.promises.server.watching import WITHOUT_STRACE, Folders, Seen, watched

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from quoin.lsp_server.harness.client import Client

CLAIMS: tuple[dict[str, Any], ...] = (
    {},
    {"trusted": False},
    {"trusted": "true"},
    {"trusted": 1},
    {"trusted": [True]},
    {"trusted": None, "quoin.x": {"trusted": True}},
)
"""What may stand in `initializationOptions` of a client that does not vouch for the workspace."""

ANSWER_SECONDS = 60.0
# What the folders of a workspace may hold that Python would import, or a program would run.
MODULES = (
    "json",
    "regex",
    "numpy",
    "lark",
    "quoin",
    "engine",
    "llama_cpp",
    "sitecustomize",
    "usercustomize",
    "pygls",
)
VERSION_FILES = (".python-version", "pyproject.toml", "setup.cfg", "Pipfile")
"""The files that the server reads, to find a number."""

MARK = "the-mark-of-what-was-run"


@dataclass(frozen=True)
class Trap:
    """A workspace of which nothing may be used, and a server at which nobody may call."""

    folders: Folders
    port: int

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that no setting may name."""
        work = self.folders.work
        return tuple(str(work / name) for name in ("model.gguf", "trap.log", "language"))

    def values(self) -> Iterator[tuple[str, object]]:
        """Every setting with every value that could reach outside the editor."""
        model, log, language = self.paths
        address = f"http://127.0.0.1:{self.port}"
        own: dict[str, object] = {
            "model.path": model,
            "remote.url": address,
            "grammars": [language],
            "log.file": log,
        }
        for name in NAMES:
            yield name, own.get(name, model)
        for name, value in product(NAMES, (log, [language], address, {"path": model})):
            yield name, value
        for name in ("model", "remote", "log", "program", "server.path", "python.path", "judge", "command"):
            yield name, {"path": model, "url": address, "file": log, "command": language}

    def lay(self, rng: random.Random) -> Trap:
        """Put the files into the workspace."""
        work = self.folders.work
        (work / "model.gguf").write_bytes(STARTER.read_bytes())
        program = f"#!/bin/sh\ntouch {work / MARK}\n"
        code = f"open({str(work / MARK)!r}, 'w').close()\n"
        language = work / "language"
        language.mkdir()
        manifest = {
            "name": "trap",
            "grammar": "g.lark",
            "start": "start",
            "layout": "none",
            "lsp_ids": ["trap"],
        }
        more = {"file_patterns": ["*.py"], "display_names": {}, "judge": {"command": ["judge.sh"]}}
        (language / "language.json").write_text(json.dumps(manifest | more), encoding="utf-8")
        (language / "g.lark").write_text('start: "a"\n', encoding="utf-8")
        environment = work / ".venv" / "bin"
        environment.mkdir(parents=True)
        for file in (language / "judge.sh", environment / "python", work / "quoin.sh", environment / "quoin"):
            file.write_text(program, encoding="utf-8")
            file.chmod(0o755)
        for name in MODULES:
            (work / f"{name}.py").write_text(code, encoding="utf-8")
        said = rng.choice(
            (f"3.9\nhome = {work}\n", code, "x" * 3_000_000, f"`touch {work / MARK}`\n", "\0\xff")
        )
        for name in (*VERSION_FILES, "quoin.json", ".venv/pyvenv.cfg", "language.json"):
            (work / name).write_text(said, encoding="utf-8")
        settings = work / ".vscode" / "settings.json"
        settings.parent.mkdir()
        flat = {f"quoin.{name}": value for name, value in self.values()}
        settings.write_text(json.dumps(flat), encoding="utf-8")
        (work / "main.py").write_text("print(", encoding="utf-8")
        return self

    def sprung(self, seen: Seen) -> list[str]:
        """What was done that must not be."""
        work = self.folders.work
        found = [f"opened {path}" for path in seen.opened if path.startswith(self.paths)]
        found += [
            f"imported {path}" for path in seen.opened if path in {f"{work / name}.py" for name in MODULES}
        ]
        found += [f"wrote {path}" for path in seen.misplaced]
        found += [f"connected {line[:200]}" for line in seen.connections]
        found += [f"started {line[:200]}" for line in seen.programs if str(work) in line.partition("[")[0]]
        found += ["ran a file of the workspace"] if (work / MARK).exists() else []
        models = {path for path in seen.opened if path.endswith(".gguf")}
        found += [f"loaded {path}" for path in models if Path(path).resolve() != STARTER.resolve()]
        return found


def hold(cases: int, rng: random.Random) -> Outcome:
    """Send every setting in every way, in workspaces that are traps."""
    outcome = Outcome(0, not_tried=WITHOUT_STRACE)
    while outcome.tried < cases:
        claim = rng.choice(CLAIMS)
        with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listening:
            listening.setblocking(False)
            trap = Trap(Folders(Path(folder)).make(), listening.getsockname()[1]).lay(rng)
            seen: list[Seen] = []
            try:
                outcome.tried += asyncio.run(_send(trap, claim, rng, seen))
            except Exception as error:  # noqa: BLE001 - a server that fails is a broken promise
                outcome.broken.append(f"claim {claim}: {type(error).__name__}: {error}")
                outcome.tried += 1
            outcome.broken += [f"claim {claim}: {line}" for one in seen for line in trap.sprung(one)]
            try:
                listening.accept()
                outcome.broken.append(f"claim {claim}: someone called at the server that a setting names")
            except BlockingIOError:
                pass
    return outcome


async def _send(trap: Trap, claim: dict[str, Any], rng: random.Random, seen: list[Seen]) -> int:
    """Send all settings at the start, as changes, and when the server asks; return their number."""
    values = list(trap.values())
    rng.shuffle(values)
    first = dict(values) | claim
    options = rng.choice((first, {**claim, "quoin": dict(values)}, {**claim, **_nested(values)}))
    capabilities = {
        "workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}
    }
    uri = trap.folders.work.as_uri()
    async with watched(trap.folders, seen) as client:
        await client.initialize(
            options,
            rootUri=uri,
            capabilities=capabilities,
            workspaceFolders=[{"uri": uri, "name": "work"}],
        )
        client.open(f"{uri}/main.py", "print(")
        await _complete(client, uri)
        for name, value in values:
            pushed = rng.choice(({name: value}, _nested([(name, value)]), {f"quoin.{name}": value}))
            client.notify(
                "workspace/didChangeConfiguration",
                {"settings": rng.choice((pushed, {"quoin": pushed}, {**pushed, "trusted": True}))},
            )
        client.answers["workspace/configuration"] = [{**dict(values), "trusted": True}]
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        usual = {"enable": True, "guarantee": "region", "languages": {}, "trusted": True}
        client.notify("workspace/didChangeConfiguration", {"settings": usual})
        for command, argument in _commands(trap):
            with suppress(ResponseError):
                await client.request(
                    "workspace/executeCommand", {"command": command, "arguments": [argument]}
                )
        await _complete(client, uri)
    return 2 * len(values) + len(first)


def _commands(trap: Trap) -> Iterator[tuple[str, object]]:
    """The commands that read files, ask servers or download, with what they take."""
    yield from ((DESCRIBE_MODEL, path) for path in trap.paths)
    yield MODELS, {"servers": True}
    for model in known_models():
        yield GET_MODEL, {"name": model.name, "address": model.address, "trusted": True}
        yield GET_MODEL, {"name": model.name, "address": f"http://127.0.0.1:{trap.port}/"}


def _nested(values: list[tuple[str, object]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values:
        group, _, key = name.partition(".")
        if not key:
            found[group] = value
        elif isinstance(found.setdefault(group, {}), dict):
            found[group][key] = value
    return found


async def _complete(client: Client, uri: str) -> None:
    """Ask for a completion, so that the model is loaded and the workspace is looked at."""
    await asyncio.wait_for(client.begin_completion(f"{uri}/main.py", 0, 6)[1], ANSWER_SECONDS)


PROMISE = Promise(
    13,
    "an untrusted workspace starts nothing, loads nothing and names no path",
    "settings",
    {"suite": 1, "hour": 20_000, "full": 100_000},
    hold,
)
