"""Languages are made ready beside the requests, whatever becomes of those, and a stuck worker is killed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import quoin
from quoin.engine.errors import CoreError
from quoin.engine.model import CompletionRequest, ModelClient, ModelSettings
from quoin.engine.model.client import connection, prestart
from quoin.engine.model.ipc.messages import request_to_json, settings_to_json
from quoin.engine.model.worker.worker import Worker

if TYPE_CHECKING:
    from quoin.engine.model.ipc.channel import Pipes

LOAD = {"kind": "load", "settings": settings_to_json(ModelSettings(threads=1))}


class Silent:
    """Pipes to nobody."""

    def send(self, message: dict[str, Any]) -> None:
        """Say nothing."""


@pytest.fixture
def worker() -> Worker:
    return Worker(cast("Pipes", Silent()))


def prepare(worker: Worker, language: str) -> None:
    answer = worker._try_to_answer({"kind": "prepare", "language": language, "version": None})
    assert answer == {"kind": "prepared"}


def prepared(worker: Worker) -> list[str]:
    """The languages whose masks are prepared."""
    service: Any = worker._service
    core = service._model.vocabulary.core
    return [
        name
        for name in quoin.language_names()
        if core.is_prepared(quoin.load_language(name, level="compiles").core)
    ]


def test_masks_of_the_languages_that_are_named(worker: Worker) -> None:
    prepare(worker, "json")
    assert worker._try_to_answer(LOAD)["kind"] == "loaded"
    assert prepared(worker) == []
    for language in ("json", "go"):
        prepare(worker, language)
    assert prepared(worker) == ["go", "json"]


def test_what_goes_wrong_costs_nothing(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise CoreError("no")

    monkeypatch.setattr(quoin.Vocabulary, "prepare", fail)
    assert worker._try_to_answer(LOAD)["kind"] == "loaded"
    prepare(worker, "json")
    assert prepared(worker) == []


def test_a_text_is_read_ahead_behind_the_answer(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    class EndedError(Exception):
        pass

    read = []
    asked = request_to_json(CompletionRequest("json", "[", "1]", "doc", max_tokens=2))
    worker._queue.put({**LOAD, "id": 1})
    worker._queue.put({"kind": "complete", "request": asked, "id": 2})
    monkeypatch.setattr(quoin.Session, "read_ahead", lambda _session, text: read.append(text))
    read_ahead = worker._read_ahead

    def read_and_end(message: dict[str, Any]) -> None:
        read_ahead(message)
        raise EndedError

    monkeypatch.setattr(worker, "_read_ahead", read_and_end)
    with pytest.raises(EndedError):
        worker.work()
    assert read == [b"[1]"]


SLOW = """
import sys, time
from pathlib import Path
sys.path.insert(0, {packages!r})
from quoin.engine.model.worker import launch
from quoin.engine.model.worker import service
from quoin.engine.model.worker import worker

prepare, complete = worker.Worker._prepare, service.CompletionService.complete

def prepare_slowly(self, name, version):
    if name == "json":
        with Path({log!r}).open("a") as log:
            log.write("begun\\n")
        while not Path({go_on!r}).exists():
            time.sleep(0.01)
    prepare(self, name, version)

def complete_or_hang(self, request, cancelled):
    while request.language == "lua":
        time.sleep(0.01)
    return complete(self, request, cancelled)

worker.Worker._prepare, service.CompletionService.complete = prepare_slowly, complete_or_hang
launch.main()
"""
"""A worker in which JSON is not ready before a file is there, and requests in Lua hang."""


class Slow:
    """The files of such workers, and what is asked of them."""

    def __init__(self, folder: Path) -> None:
        self.log, self.go_on = folder / "log", folder / "go_on"
        program = folder / "slow.py"
        packages = str(Path(quoin.engine.__file__).parents[2])
        program.write_text(SLOW.format(packages=packages, log=str(self.log), go_on=str(self.go_on)))
        self.command = sys.executable, str(program), *prestart.command()[-1:]

    async def begun(self) -> None:
        while not self.log.exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow(tmp_path)
    for module in (prestart, connection):
        monkeypatch.setattr(module, "command", lambda: made.command)
    monkeypatch.setattr(connection, "KILL_AFTER", 0.3)
    return made


def asked(language: str, left: str) -> CompletionRequest:
    return CompletionRequest(language, left, "", "doc", max_tokens=4, max_seconds=60)


async def cancelled(work: asyncio.Future[Any]) -> None:
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work


async def test_cancelled_requests_leave_the_preparation_to_go_on(slow: Slow) -> None:
    client = ModelClient()
    await client.start(ModelSettings(threads=1))
    await client.prepare("python", None)
    worker = client.pid
    for left in ("[", "[1", "[1,"):
        work = asyncio.ensure_future(client.complete(asked("json", left)))
        await slow.begun()
        # Far longer than a worker has time to answer to a cancellation.
        await asyncio.sleep(0.2)
        await cancelled(work)
        assert not client.is_prepared("json", None)
    await asyncio.sleep(1)
    # Meanwhile other languages are completed.
    assert (await client.complete(asked("python", "x = ("))).candidates
    slow.go_on.touch()
    assert (await client.complete(asked("json", "[1, "))).candidates
    assert client.pid == worker
    assert slow.log.read_text() == "begun\n"
    await client.close()


@pytest.mark.usefixtures("slow")
async def test_a_stuck_worker_is_killed_and_what_waits_is_asked_again() -> None:
    crashes: list[None] = []
    client = ModelClient(on_crash=lambda: crashes.append(None))
    await client.start(ModelSettings(threads=1))
    await client.prepare("python", None)
    worker = client.pid
    stuck = asyncio.ensure_future(client.complete(asked("lua", "x = ")))
    while not client.is_prepared("lua", None):  # noqa: ASYNC110 - by another process
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    waiting = asyncio.ensure_future(client.complete(asked("python", "x = (")))
    await asyncio.sleep(0.1)
    await cancelled(stuck)
    assert (await waiting).candidates
    assert client.pid not in {None, worker}
    assert len(crashes) == 1
    await client.close()
