"""The file is read beside the model's work, and what comes of it reaches the request."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.decoding.timing import Cancelled
from quoin.engine.decoding.tokens.constraint import NoConstraint
from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.backends.reading import PendingView, Read
from quoin.engine.model.worker.service import CompletionService

if TYPE_CHECKING:
    from collections.abc import Callable

READ = Read(NoConstraint(1), None)
LONG = "value = [1, 2, 3]\n" * 200


def fail() -> Read | None:
    raise quoin.EngineError("no")


@pytest.mark.parametrize(
    ("read", "in_vain"),
    [(lambda: READ, False), (lambda: None, True), (fail, True)],
    ids=["read", "none", "failed"],
)
def test_in_vain(read: Callable[[], Read | None], in_vain: bool) -> None:
    go = threading.Event()
    with ThreadPoolExecutor() as threads:
        reading = PendingView(threads, lambda: read() if go.wait(10) else None)
        assert not reading.in_vain()
        go.set()
        reading.wait()
        assert reading.in_vain() is in_vain


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


def request(left: str, right: str = "\n") -> CompletionRequest:
    return CompletionRequest("python", left, right, "doc", max_tokens=8, max_seconds=60.0)


def test_a_prompt_of_no_use_is_not_read_to_its_end(
    service: CompletionService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its evaluation waits for the reading, which comes to nothing, and is not gone on with."""
    begun, read = threading.Event(), threading.Event()
    watched = []
    evaluate = service._model._model._context._decode  # type: ignore[attr-defined]

    def slow(chosen: object, watch: object) -> None:
        begun.set()
        read.wait(10)
        time.sleep(0.2)
        watched.append(watch)
        evaluate(chosen, watch)

    def nothing(*_: object, **_closing: object) -> None:
        begun.wait(10)
        read.set()

    monkeypatch.setattr(service._model._model._context, "_decode", slow)  # type: ignore[attr-defined]
    monkeypatch.setattr(service, "_view", nothing)
    result = service.complete(request(LONG + "a = "), lambda: False)
    assert (result.candidates, result.guarantee) == ([], "none")
    assert len(watched) == 1


def test_what_goes_wrong_with_the_reading_is_told(service: CompletionService) -> None:
    with pytest.raises(quoin.EngineError, match="klingon"):
        service.complete(CompletionRequest("klingon", "a", "b", "doc"), lambda: False)


def test_a_cancelled_request_waits_for_the_reading(
    service: CompletionService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next request of the document has the session for itself."""
    ended = []

    def slow(*_: object, **_closing: object) -> None:
        time.sleep(0.2)
        ended.append(True)

    monkeypatch.setattr(service, "_view", slow)
    with pytest.raises(Cancelled):
        service.complete(request(LONG + "b = "), lambda: True)
    assert ended


HUGE = "".join(f"x{number} = f({number})[{number}]\n" for number in range(300_000))


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_huge_file_is_read_no_longer_than_the_time_limit(service: CompletionService, side: str) -> None:
    sides = (HUGE, "\n") if side == "left" else ("", HUGE)
    asked = replace(request(*sides), max_seconds=0.1)
    started = time.monotonic()
    result = service.complete(asked, lambda: False)
    assert (result.candidates, result.guarantee, result.why) == ([], "none", "time")
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("work", [CompletionService.complete, CompletionService.place])
def test_cancelling_ends_the_reading_of_a_huge_file(
    service: CompletionService, work: Callable[[CompletionService, CompletionRequest, Any], object]
) -> None:
    started = time.monotonic()
    with pytest.raises(Cancelled):
        work(service, request("", HUGE), lambda: time.monotonic() - started > 0.1)
    assert time.monotonic() - started < 2


PLACES = [
    ("x = 1  # the ", "\n", "comment"),
    ("x = 'the ", "'\n", "string"),
    ("x = ", "\n", "code"),
    ("x = (# the ", "\n", "code"),
]


@pytest.mark.parametrize("guarantee", ["file", "region", "off"])
@pytest.mark.parametrize(("left", "right", "place"), PLACES)
def test_nothing_is_written_where_it_is_unwanted(
    service: CompletionService, left: str, right: str, place: str, guarantee: Any
) -> None:
    asked = replace(request(left, right), guarantee=guarantee, unwanted_in=("comment", "string"))
    result = service.complete(asked, lambda: False)
    told = f"nothing is wanted in a {place}"
    assert (result.problem == told) == (place != "code")
    assert not result.candidates or place == "code"


@pytest.mark.parametrize(
    ("left", "right", "read"),
    [("x = 1\n", "y = 2\n", True), ("x = ", "\ny = 2\n", False), ("x = 1\n" + "#" * (1 << 20), "\n", False)],
    ids=["program", "no program", "too long"],
)
def test_texts_are_read_ahead(
    service: CompletionService, left: str, right: str, read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = []
    monkeypatch.setattr(quoin.Session, "read_ahead", lambda _session, text: texts.append(text))
    service.read_ahead(request(left, right), lambda: True)
    assert texts == ([(left + right).encode()] if read else [])


@pytest.mark.parametrize(("idle", "parts"), [(0, 0), (1, 1), (2, 2), (9, 3)])
def test_texts_are_read_ahead_as_long_as_nothing_else_is_to_be_done(
    service: CompletionService, idle: int, parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []

    def read_part(_session: quoin.Session, text: bytes) -> bool:
        read.append(text)
        return len(read) < 3

    monkeypatch.setattr(quoin.Session, "read_ahead", read_part)
    service.read_ahead(request("x = 1\n", "y = 2\n"), lambda: len(read) < idle)
    assert read == [b"x = 1\ny = 2\n"] * parts
