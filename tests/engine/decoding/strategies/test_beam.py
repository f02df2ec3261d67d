"""Several branches side by side, against all texts that a small model can write."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch, TimeIsUp
from tests.engine.decoding.fakes import Brackets, FakeGuard, TableModel

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Candidate

WORDS = ["a", "(", ")", "ab", "a)", ")(", "!a"]
SITES = [("(", ")"), ("", ""), ("((", ")")]


def search(
    site: tuple[str, str],
    model: TableModel,
    beams: int,
    *,
    candidates: int = 1,
    max_tokens: int = 40,
    watch: Deadline | None = None,
) -> list[Candidate]:
    guard = FakeGuard(Brackets(*site), model.pieces)
    task = Task([], b"", b"", "line", max_tokens, candidates=candidates, beams=beams)
    watch = watch or Deadline(math.inf, lambda: False)
    return Decoder(model).decode(task, guard, watch, Stopwatch()).candidates


def fits(site: tuple[str, str], text: str) -> bool:
    state = Brackets(*site)
    return state.advance(text.encode()) and state.member


def best_score(site: tuple[str, str], model: TableModel, most: int) -> float:
    """The best mean log-probability of the texts that fit, of at most a number of tokens."""
    best = -math.inf
    pending: list[tuple[Brackets, bytes, int, float]] = [(Brackets(*site), b"", 0, 0.0)]
    while pending:
        state, text, count, logprob = pending.pop()
        if text and state.member:
            best = max(best, logprob / count)
        logits = model.logits(text).astype(np.float64)
        norm = math.log(np.exp(logits).sum())
        for token, piece in enumerate(model.pieces):
            after = state.copy()
            if piece and count < most and after.advance(piece):
                pending.append((after, text + piece, count + 1, logprob + float(logits[token]) - norm))
    return best


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("seed", range(5))
def test_candidates_fit_and_are_different(site: tuple[str, str], seed: int) -> None:
    found = search(site, TableModel(WORDS, seed), beams=4, candidates=3)
    assert found
    assert all(fits(site, one.text) for one in found)
    assert len({one.text for one in found}) == len(found)
    ranks = [(one.ended == "budget", -one.score) for one in found]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("seed", range(5))
def test_no_candidate_is_better_than_the_best_of_all(seed: int) -> None:
    model = TableModel(WORDS, seed)
    found = search(("(", ")"), model, beams=8, max_tokens=4)
    assert found[0].score <= best_score(("(", ")"), model, 4) + 1e-6


def test_more_beams_find_likelier_texts() -> None:
    """On the whole; the first token that is likeliest need not begin the likeliest text."""
    models = [TableModel(WORDS, seed) for seed in range(20)]

    def likelihood(beams: int) -> float:
        firsts = [search(("((", ")"), model, beams)[0] for model in models]
        return sum(one.score * one.tokens for one in firsts)

    assert likelihood(6) > likelihood(1)


def test_a_budget_leaves_what_fits() -> None:
    for seed in range(10):
        for one in search(("((((", ")"), TableModel(WORDS, seed), beams=3, max_tokens=2):
            assert fits(("((((", ")"), one.text)


class ShortWatch(Deadline):
    """Lets a number of looks begin."""

    def __init__(self, looks: int) -> None:
        super().__init__(math.inf, lambda: False)
        self._left = 2 * looks  # the decoder looks, and so does the model

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TimeIsUp


@pytest.mark.parametrize("looks", range(1, 8))
def test_time_that_runs_out_leaves_what_fits(looks: int) -> None:
    for one in search(("((", ")"), TableModel(WORDS, 3), beams=3, watch=ShortWatch(looks)):
        assert fits(("((", ")"), one.text)


def test_time_that_runs_out_behind_the_first_look_leaves_something() -> None:
    assert search(("((", ")"), TableModel(WORDS, 3), beams=3, watch=ShortWatch(2))
