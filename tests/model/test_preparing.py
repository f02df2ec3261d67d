"""What masks need is made beside the requests, for the languages that the client names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

import engine
from engine.errors import CoreError
from engine.model import CompletionRequest, ModelSettings
from engine.model.messages import request_to_json, settings_to_json
from engine.model.worker import Worker

if TYPE_CHECKING:
    from engine.model.pipes import Pipes

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
    """The languages that are, once all is done that was begun."""
    service: Any = worker._service
    service._ahead.submit(lambda: None).result()
    core = service._model.vocabulary.core
    return [name for name in engine.language_names() if core.is_prepared(engine.load_language(name).core)]


def test_languages_named_before_and_behind_the_loading(worker: Worker) -> None:
    prepare(worker, "json")
    assert worker._try_to_answer(LOAD)["kind"] == "loaded"
    assert prepared(worker) == ["json"]
    prepare(worker, "go")
    assert prepared(worker) == ["go", "json"]
    assert worker._try_to_answer(LOAD)["kind"] == "loaded"
    assert prepared(worker) == ["go", "json"]


def test_what_goes_wrong_costs_nothing(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise CoreError("no")

    monkeypatch.setattr(engine.Vocabulary, "prepare", fail)
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
    monkeypatch.setattr(engine.Session, "read_ahead", lambda _session, text: read.append(text))
    read_ahead = worker._read_ahead

    def read_and_end(message: dict[str, Any]) -> None:
        read_ahead(message)
        raise EndedError

    monkeypatch.setattr(worker, "_read_ahead", read_and_end)
    with pytest.raises(EndedError):
        worker.work()
    assert read == [b"[1]"]
