"""Candidates that grow side by side are those that grow one after another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine.decoding import search as run
from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Sampling, Task
from quoin.engine.decoding.timing import Deadline, Stopwatch, TimeIsUp
from tests.engine.decoding.fakes import Brackets, FakeGuard, TableModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.result import Found

WORDS = ["a", "(", ")", "ab", "a)", ")(", "!a", "\n"]
WAYS: list[dict[str, Any]] = [
    {},
    {"sampling": Sampling(seed=1)},
    {"sampling": Sampling(temperature=0.7, top_k=3, seed=2)},
    {"sampling": Sampling(temperature=0.0)},
    {"beams": 4},
]


class Narrow(TableModel):
    """Has room for a number of texts at once."""

    width = 1

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        return min(self.width, len(texts))


def decode(model: TableModel, site: tuple[str, str], watch: Deadline | None = None, **how: Any) -> Found:
    guard = FakeGuard(Brackets(*site), model.pieces)
    task = Task([], b"", b"", "line", **{"max_tokens": 40, "candidates": 3, **how})
    return Decoder(model).decode(task, guard, watch or Deadline(math.inf, lambda: False), Stopwatch())


@pytest.mark.parametrize("site", [("(", ")"), ("", ""), ("((", ")")])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("max_tokens", [3, 40])
def test_how_many_go_together_changes_nothing(
    site: tuple[str, str], seed: int, way: dict[str, Any], max_tokens: int
) -> None:
    found = []
    for width in (1, 2, 10):
        model = Narrow(WORDS, seed)
        model.width = width
        found.append(decode(model, site, max_tokens=max_tokens, **way))
    assert found[0].candidates
    for other in found[1:]:
        assert other.candidates == found[0].candidates
        assert (other.tokens, other.tokens_refused, other.empty) == (
            *(found[0].tokens, found[0].tokens_refused, found[0].empty),
        )


@pytest.mark.parametrize("site", [("(", ")"), ("", ""), ("((", ")")])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("way", [WAYS[0], WAYS[4]])
def test_when_the_mask_is_asked_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, site: tuple[str, str], seed: int, way: dict[str, Any]
) -> None:
    """With one, two or a hundred refusals before that; there are fewer than a hundred tokens."""
    found = []
    for patience in (1, 2, 100):
        monkeypatch.setattr(run, "PATIENCE", patience)
        found.append(decode(TableModel(WORDS, seed), site, **way))
    assert found[0].tokens_refused
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("way", [WAYS[0], WAYS[1], WAYS[4]])
def test_they_do_go_together(way: dict[str, Any]) -> None:
    model = TableModel(WORDS, 3)
    decode(model, ("((", "))"), **way)
    assert max(model.together) > 1
    assert model.together[0] == 1


class Tired(Deadline):
    """Runs out of time after a number of looks."""

    def __init__(self, looks: int) -> None:
        super().__init__(math.inf, lambda: False)
        self._left = looks

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TimeIsUp


@pytest.mark.parametrize("looks", range(2, 30, 3))
@pytest.mark.parametrize("way", WAYS)
def test_time_that_runs_out_leaves_what_fits(looks: int, way: dict[str, Any]) -> None:
    found = decode(TableModel(WORDS, 4), ("((", "))"), Tired(looks), **way)
    assert found.candidates or found.empty
    for one in found.candidates:
        state = Brackets("((", "))")
        assert state.advance(one.text.encode())
        assert state.member
