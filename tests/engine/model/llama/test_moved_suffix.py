"""The suffix of a prompt, moved in the cache with the end of the prefix."""

from __future__ import annotations

import math
import random
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest

from quoin.engine.decoding.timing import Cancelled, Deadline
from quoin.engine.model import STARTER, CompletionRequest, ModelSettings
from quoin.engine.model.backends.local import LocalModel
from quoin.engine.model.fim.tokens import ORDER_KEY
from quoin.engine.model.llama.kv_cache import LEAST_MOVED, MAX_UNKNOWN
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.worker.service import CompletionService
from tests.engine.model.gguf.files import rewrite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin.engine.decoding.model import Floats

PREFIX, SUFFIX, MIDDLE = 1, 2, 3
LEFT = b"import os\n\n\ndef size_of(folder):\n    total = 0\n    for name in os.listdir(folder):\n"
RIGHT = b"\n    return total\n\n\nclass Tree:\n    def __init__(self, root):\n        self.root = root\n" * 3
TYPED = b"        path = os.path.join(folder, name)\n        total += os.path.getsize(path)"
NEVER = Deadline(math.inf, lambda: False)

NEAR = 0.2
"""Nats between the probabilities with a suffix that was moved and with one that was not, by a model that has
never seen this order; those of other texts are some nats apart."""


@pytest.fixture
def model() -> Iterator[LlamaModel]:
    """One that has evaluated nothing yet."""
    found = LlamaModel(ModelSettings(STARTER, context_size=768), lambda _share: None)
    yield found
    found.close()


def prompt(model: LlamaModel, left: bytes, right: bytes = RIGHT) -> tuple[list[int], int]:
    """A prompt with the suffix after the prefix, and where it begins."""
    before = [PREFIX, *model.tokenise(left)]
    return [*before, SUFFIX, *model.tokenise(right), MIDDLE], len(before)


def cost(model: LlamaModel, tokens: list[int], suffix: int | None) -> int:
    """How many tokens are evaluated for a prompt."""
    before = model.evaluated
    model.evaluate_prompt(tokens, suffix, NEVER)
    return model.evaluated - before


def divergence(true: Floats, other: Floats) -> float:
    """Kullback-Leibler divergence of what two rows of logits say, in nats."""
    first, second = (row - row.max() - math.log(np.exp(row - row.max()).sum()) for row in (true, other))
    return float((np.exp(first) * (first - second)).sum())


def check(model: LlamaModel, fresh: LlamaModel, tokens: list[int], suffix: int | None) -> None:
    """The probabilities are near those of a model that sees all of it at once, and moves nothing."""
    found = model.evaluate_prompt(tokens, suffix, NEVER).copy()
    assert divergence(fresh.evaluate(tokens, NEVER), found) < NEAR


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # A token more, one less, another one, and none: what is new before the suffix, and the last one.
        (LEFT + b"    total", LEFT + b"    total +=", 2),
        (LEFT + b"    total +=", LEFT + b"    total", 2),
        (LEFT + b"    total +=", LEFT + b"    total -=", 2),
        (LEFT + b"    total", LEFT + b"    total", 0),
    ],
)
def test_only_what_is_new_is_evaluated(model: LlamaModel, before: bytes, after: bytes, expected: int) -> None:
    tokens, suffix = prompt(model, before)
    assert cost(model, tokens, suffix) == len(tokens)
    assert cost(model, *prompt(model, after)) == expected


SHORT = RIGHT[:LEAST_MOVED]
NOT_MOVED = [
    ("not wanted", (LEFT, RIGHT), (LEFT + b"a", RIGHT), False),
    ("another suffix", (LEFT, RIGHT), (LEFT + b"a", RIGHT[:-9]), True),
    ("too much that it does not know", (LEFT, RIGHT), (LEFT + b" a b c d" * MAX_UNKNOWN, RIGHT), True),
    ("another beginning", (LEFT * 3, RIGHT), (b"#" + LEFT * 3, RIGHT), True),
    ("too short", (LEFT, SHORT), (LEFT + b"a", SHORT), True),
]


@pytest.mark.parametrize(
    ("reason", "before", "after", "wanted"), NOT_MOVED, ids=[one[0] for one in NOT_MOVED]
)
def test_a_suffix_that_stays(
    model: LlamaModel, reason: str, before: tuple[bytes, bytes], after: tuple[bytes, bytes], wanted: bool
) -> None:
    model.evaluate_prompt(*prompt(model, *before), NEVER)
    tokens, suffix = prompt(model, *after)
    following = len(tokens) - suffix
    assert cost(model, tokens, suffix if wanted else None) >= following, reason


def test_typing_in_the_midst_of_a_file(model: LlamaModel) -> None:
    """Each key's prompt, with the texts that are written after it, and another file's now and then."""
    fresh = LlamaModel(ModelSettings(STARTER, context_size=768), lambda _share: None)
    rng = random.Random(1)
    whole = evaluated = 0
    for typed in range(0, len(TYPED), 2):
        tokens, suffix = prompt(model, LEFT + TYPED[:typed])
        whole += len(tokens)
        before = model.evaluated
        check(model, fresh, tokens, suffix)
        evaluated += model.evaluated - before
        branches = [[*tokens, number, *rng.choices(range(300, 800), k=3)] for number in range(300, 303)]
        for text, row in zip(branches, model.evaluate_all(branches, NEVER), strict=True):
            assert divergence(fresh.evaluate(text, NEVER), row) < NEAR
        if typed % 10 == 0:
            check(model, fresh, *prompt(model, b"x = 1\n" * typed, b"y = 2\n" * 20))
    fresh.close()
    assert evaluated < whole / 5


@pytest.mark.parametrize("asked", range(8))
def test_cancelling_leaves_the_cache_in_order(model: LlamaModel, asked: int) -> None:
    """Wherever it falls: before the new tokens, between them and the last one, or in the midst of either."""
    fresh = LlamaModel(ModelSettings(STARTER, context_size=768), lambda _share: None)
    model.evaluate_prompt(*prompt(model, LEFT), NEVER)
    left = asked

    def cancelled() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    tokens, suffix = prompt(model, LEFT + TYPED[:30])
    try:
        model.evaluate_prompt(tokens, suffix, Deadline(math.inf, cancelled))
    except Cancelled:
        pass
    else:
        assert asked > 1
    for typed in (30, 34, 20):
        check(model, fresh, *prompt(model, LEFT + TYPED[:typed]))
    fresh.close()


def test_cancelling_in_the_midst_of_moving(model: LlamaModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """llama.cpp turns the keys with the next evaluation, and may be stopped before all are turned."""
    fresh = LlamaModel(ModelSettings(STARTER, context_size=768), lambda _share: None)
    interrupter = model._context._interrupter
    watching, rounds = interrupter.watching, 0

    @contextmanager
    def stopped_the_second_time(watch: Deadline) -> Iterator[None]:
        nonlocal rounds
        rounds += 1
        with watching(watch):
            interrupter._text[0] = b"\x01" if rounds == 2 else b"\x00"
            yield

    model.evaluate_prompt(*prompt(model, LEFT), NEVER)
    monkeypatch.setattr(interrupter, "watching", stopped_the_second_time)
    with pytest.raises(Cancelled):
        model.evaluate_prompt(*prompt(model, LEFT + TYPED[:30]), Deadline(math.inf, lambda: rounds == 2))
    monkeypatch.undo()
    tokens, suffix = prompt(model, LEFT + TYPED[:30])
    assert cost(model, tokens, suffix) >= len(tokens) - suffix
    for typed in (34, 20):
        check(model, fresh, *prompt(model, LEFT + TYPED[:typed]))
    fresh.close()


def test_requests_while_somebody_types(tmp_path: Path) -> None:
    """A model that reads the prefix first evaluates the suffix for the first request alone."""
    path = rewrite(STARTER, tmp_path / "psm.gguf", drop=(ORDER_KEY,), add={ORDER_KEY: "psm"})
    service = CompletionService(ModelSettings(path), lambda _share: None)
    backend = service._model
    assert isinstance(backend, LocalModel)
    evaluated = []
    for typed in (0, 24, 27, 31):
        left, right = (LEFT + TYPED[:typed]).decode(), RIGHT.decode()
        before = backend._model.evaluated
        service.complete(CompletionRequest("python", left, right, "doc", max_tokens=8), lambda: False)
        evaluated.append(backend._model.evaluated - before)
    after = len(backend._model.tokenise(RIGHT))
    assert evaluated[0] > after
    assert max(evaluated[1:]) < after / 2
