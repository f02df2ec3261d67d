"""A prompt whose request ended before it was evaluated is gone on with in the pause before the next one."""

from __future__ import annotations

import math
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import pytest

from quoin.engine.decoding.timing import Cancelled, Deadline, Stopwatch
from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.backends import local
from quoin.engine.model.backends.local import LocalModel
from quoin.engine.model.llama import model as llama_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.model.backends.reading import PendingView, Read

LEFT, RIGHT = "value = [1, 2, 3]\n" * 30, "\nother = {4: 5}" * 30
NEVER = Deadline(math.inf, lambda: False)
BATCH = 50


class Reading:
    """The analysis of a file in which nothing fits."""

    def __init__(self, *, in_vain: bool = False) -> None:
        self._in_vain = in_vain

    def in_vain(self) -> bool:
        return self._in_vain

    def result(self) -> Read | None:
        return None


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> LocalModel:
    """The starter model, in small batches."""
    monkeypatch.setattr(local, "limit_memory", lambda _megabytes: None)
    monkeypatch.setattr(llama_model, "batch_size", lambda _matrix, _threads: BATCH)
    return LocalModel(ModelSettings(threads=1), lambda _share: None)


def after(model: LocalModel, batches: int) -> Callable[[], bool]:
    """Whether so many batches more have been evaluated, for who asks between two of them."""
    begun, own = model._model.evaluated, threading.current_thread()
    return lambda: threading.current_thread() is own and model._model.evaluated >= begun + batches * BATCH


def ask(
    model: LocalModel, watch: Deadline, left: str = LEFT, *, in_vain: bool = False, seconds: float = 60
) -> int:
    """Complete, and return how many tokens were evaluated for it."""
    request = CompletionRequest("python", left, RIGHT, "doc", max_tokens=8, max_seconds=seconds)
    reading = cast("PendingView", Reading(in_vain=in_vain))
    begun = model._model.evaluated
    with suppress(Cancelled):
        model.find(request, (left.encode(), RIGHT.encode()), reading, watch, Stopwatch())
    return model._model.evaluated - begun


def test_the_next_key_finds_the_prompt_evaluated(model: LocalModel) -> None:
    begun = ask(model, Deadline(math.inf, after(model, 2)))
    assert begun == 2 * BATCH
    model.finish(NEVER)
    assert model._model.evaluated > 4 * BATCH
    # What is asked for then is the end of the prompt alone.
    assert ask(model, NEVER, LEFT + "v") < BATCH


def test_a_request_ends_it_and_nothing_is_lost(model: LocalModel) -> None:
    ask(model, Deadline(math.inf, after(model, 1)))
    for _ in range(2):
        model.finish(Deadline(math.inf, after(model, 1)))
    assert model._model.evaluated == 3 * BATCH
    model.finish(NEVER)
    whole = model._model.evaluated
    model.finish(NEVER)
    assert model._model.evaluated == whole


@pytest.mark.parametrize("ended", ["answered", "in vain", "out of time"])
def test_where_there_is_nothing_to_go_on_with(model: LocalModel, ended: str) -> None:
    if ended == "answered":
        ask(model, NEVER)
    elif ended == "in vain":
        ask(model, NEVER, in_vain=True)
    else:
        # A request of no time leaves none for the rest of its prompt either.
        ask(model, Deadline(time.monotonic() - 1, lambda: False), seconds=0.0)
    evaluated = model._model.evaluated
    model.finish(NEVER)
    assert model._model.evaluated == evaluated
