"""Sampling follows the distribution that the filter leaves, by the chi-square test with fixed seeds."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Sampling, Task
from quoin.engine.decoding.strategies.sampling import draw, penalised
from quoin.engine.decoding.timing import Deadline, Stopwatch
from tests.engine.decoding.fakes import Brackets, FakeGuard, TableModel

if TYPE_CHECKING:
    from quoin.engine.decoding.model import Doubles
    from quoin.engine.decoding.result import Candidate

WORDS = ["a", "(", ")", "ab", "a)", ")(", "!a"]
SITES = [("(", ")"), ("", ""), ("((", ")")]
DRAWN = 600
RARE = 0.01
"""Texts less likely than this count together."""

UNLIKELY_TO_BE_LARGER = 3.09
"""Quantile of the normal distribution of which one in a thousand is larger."""


def sample(
    site: tuple[str, str], model: TableModel, sampling: Sampling, candidates: int = 1
) -> list[Candidate]:
    state = Brackets(*site)
    guard = FakeGuard(state, model.pieces)
    task = Task([], b"", b"", "line", max_tokens=60, candidates=candidates, sampling=sampling)
    return Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch()).candidates


def text_of(candidates: list[Candidate]) -> str:
    """What the model itself brought to its end."""
    return candidates[0].text if candidates and candidates[0].ended == "end" else ""


def masked(site: tuple[str, str], model: TableModel, least: float = 3e-5) -> dict[str, float]:
    """The probability of each text, by following all ways to write it that are likelier than `least`."""
    texts: Counter[str] = Counter()
    pending = [(Brackets(*site), b"", 1.0)]
    while pending:
        state, text, likelihood = pending.pop()
        logits = model.logits(text)
        fitting = [n for n, piece in enumerate(model.pieces) if piece and state.accepts(piece)]
        fitting += [0] if state.member and text else []
        weights = np.exp(logits[fitting].astype(np.float64))
        for token, share in zip(fitting, weights / weights.sum(), strict=True):
            if token == 0:
                texts[text.decode()] += likelihood * share
            elif likelihood * share > least:
                after = state.copy()
                after.advance(model.pieces[token])
                pending.append((after, text + model.pieces[token], likelihood * share))
    return dict(texts)


def conditioned(site: tuple[str, str], model: TableModel) -> dict[str, float]:
    """The model's own distribution given that the text fits: what a filter by tokens does not give."""
    texts: Counter[str] = Counter()
    pending = [(Brackets(*site), b"", 1.0)]
    while pending:
        state, text, likelihood = pending.pop()
        weights = np.exp(model.logits(text).astype(np.float64))
        for token, share in enumerate(weights / weights.sum()):
            if token == 0 and state.member and text:
                texts[text.decode()] += likelihood * share
            after = state.copy()
            if token and likelihood * share > 1e-4 and after.advance(model.pieces[token]):
                pending.append((after, text + model.pieces[token], likelihood * share))
    whole = sum(texts.values())
    return {text: share / whole for text, share in texts.items()}


def excess(counts: Counter[str], expected: dict[str, float]) -> float:
    """The chi-square statistic as a standard normal value (Wilson and Hilferty 1931)."""
    whole = sum(counts.values())
    named = {text: share for text, share in expected.items() if share >= RARE}
    pairs = [(counts[text], share * whole) for text, share in named.items()]
    rest = whole - sum(count for count, _ in pairs)
    pairs.append((rest, (1 - sum(named.values())) * whole))
    chi = sum((count - share) ** 2 / share for count, share in pairs)
    freedom = len(pairs) - 1
    variance = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - 1 + variance) / math.sqrt(variance))


@pytest.mark.parametrize("site", SITES)
def test_texts_come_as_often_as_the_masked_distribution_says(site: tuple[str, str]) -> None:
    model = TableModel(WORDS, seed=5)
    drawn = (sample(site, model, Sampling(seed=seed)) for seed in range(DRAWN))
    counts = Counter(map(text_of, drawn))
    assert excess(counts, masked(site, model)) < UNLIKELY_TO_BE_LARGER
    # The test can tell distributions apart.
    assert excess(counts, conditioned(site, model)) > 3 * UNLIKELY_TO_BE_LARGER


SHARES = np.array([0.4, 0.05, 0.25, 0.15, 0.1, 0.05])
FITTING = [0, 1, 3, 4, 5]
"""The one at 2 does not fit; the others are 0.4, 0.05, 0.15, 0.1 and 0.05 of 0.75."""

WAYS = [
    (Sampling(), [0, 1, 3, 4, 5]),
    (Sampling(top_k=3), [0, 3, 4]),
    (Sampling(top_k=1), [0]),
    (Sampling(top_p=0.5), [0]),
    (Sampling(top_p=0.54), [0, 3]),
    (Sampling(top_p=0.75), [0, 3, 4]),
    (Sampling(top_p=0.0), [0]),
    (Sampling(min_p=0.25), [0, 3, 4]),
    (Sampling(min_p=0.3), [0, 3]),
    (Sampling(top_k=3, min_p=0.3), [0, 3]),
    (Sampling(top_k=1, top_p=0.9), [0]),
    (Sampling(temperature=0), [0]),
    (Sampling(temperature=0.5), [0, 1, 3, 4, 5]),
    (Sampling(temperature=2, top_k=3), [0, 3, 4]),
]


def positions(sampling: Sampling, number: int) -> Counter[str]:
    generator = np.random.default_rng(7)
    scores: Doubles = np.log(SHARES) + 3
    drawn = (draw(scores, lambda at: at in FITTING, sampling, generator) for _ in range(number))
    return Counter(map(str, drawn))


@pytest.mark.parametrize(("sampling", "kept"), WAYS)
def test_ways_of_drawing(sampling: Sampling, kept: list[int]) -> None:
    weights = SHARES[kept] ** (1 / (sampling.temperature or 1))
    expected = {str(at): float(share) for at, share in zip(kept, weights / weights.sum(), strict=True)}
    counts = positions(sampling, DRAWN)
    assert set(counts) == set(expected)
    if len(kept) > 1:
        # No class for the rest: it cannot come.
        last = expected.popitem()
        assert last[1] >= RARE
        assert excess(counts, expected) < UNLIKELY_TO_BE_LARGER


@pytest.mark.parametrize("sampling", [way for way, _ in WAYS])
def test_nothing_is_drawn_where_nothing_fits(sampling: Sampling) -> None:
    assert draw(np.zeros(3), lambda _: False, sampling, np.random.default_rng(0)) is None
    assert draw(np.zeros(0), lambda _: True, sampling, np.random.default_rng(0)) is None


def test_few_are_asked_for_where_nothing_is_truncated() -> None:
    asked: Counter[int] = Counter()

    def fits(at: int) -> bool:
        asked[at] += 1
        return True

    draw(np.zeros(10_000), fits, Sampling(), np.random.default_rng(0))
    assert sum(asked.values()) == 1


def test_what_was_written_becomes_less_likely() -> None:
    logits = np.array([2.0, -2.0, 2.0, -2.0], dtype=np.float32)
    ids = np.array([3, 5, 7, 9], dtype=np.intp)
    assert penalised(logits, ids, [3, 5, 3], 2.0).tolist() == [1.0, -4.0, 2.0, -2.0]
    assert penalised(logits, ids, [3, 5, 3], 1.0).tolist() == [2.0, -2.0, 2.0, -2.0]


def test_a_penalty_keeps_a_model_from_repeating_itself() -> None:
    model = TableModel(["a", "b"], seed=1)
    plain = [sample(("", ""), model, Sampling(seed=seed)) for seed in range(200)]
    penalty = [sample(("", ""), model, Sampling(seed=seed, repetition_penalty=3.0)) for seed in range(200)]

    def repetitions(found: list[list[Candidate]]) -> int:
        return sum(len(one.text) - len(set(one.text)) for candidates in found for one in candidates)

    assert repetitions(penalty) < repetitions(plain)


def test_a_seed_gives_the_same_again_and_another_one_others() -> None:
    model = TableModel(WORDS, seed=5)
    first, again, other = (
        [text_of(sample(("(", ")"), model, Sampling(seed=base + n))) for n in range(20)]
        for base in (0, 0, 100)
    )
    assert first == again
    assert first != other


def test_candidates_are_different_and_the_likeliest_comes_first() -> None:
    found = sample(("(", ")"), TableModel(WORDS, seed=5), Sampling(seed=3), candidates=5)
    assert len({one.text for one in found}) == len(found) == 5
    ranks = [(one.ended != "end", -one.score) for one in found]
    assert ranks == sorted(ranks)


def test_a_temperature_of_nothing_is_greedy() -> None:
    model = TableModel(WORDS, seed=1)
    state = Brackets("(", ")")
    guard = FakeGuard(state, model.pieces)
    task = Task([], b"", b"", "line", max_tokens=60)
    watch = Deadline(math.inf, lambda: False)
    greedy = Decoder(model).decode(task, guard, watch, Stopwatch()).candidates
    cold = replace(task, sampling=Sampling(temperature=0))
    assert Decoder(model).decode(cold, guard.copy(), watch, Stopwatch()).candidates == greedy


def test_the_score_is_the_model_s_own() -> None:
    """The mean log-probability without filter and temperature, whatever the text was drawn by."""
    model = TableModel(WORDS, seed=5)
    drawn = (sample(("(", ")"), model, Sampling(temperature=0.5, top_k=4, seed=seed)) for seed in range(50))
    found = next(one for (one,) in drawn if one.ended == "end")
    scores = set()
    pending: list[tuple[list[int], float]] = [([], 0.0)]
    while pending:
        tokens, logprob = pending.pop()
        text = b"".join(model.pieces[token] for token in tokens)
        if text == found.text.encode():
            scores.add(round(logprob / len(tokens), 4))
        logits = model.logits(text).astype(np.float64)
        norm = math.log(np.exp(logits).sum())
        for token, piece in enumerate(model.pieces):
            if piece and found.text.encode().startswith(text + piece):
                pending.append(([*tokens, token], logprob + float(logits[token]) - norm))
    assert round(found.score, 4) in scores


def test_sums_of_weights_choose_no_position_without_weight() -> None:
    generator = np.random.default_rng(0)
    scores: Doubles = np.array([-math.inf, 0.0, -math.inf, 0.0, -math.inf])
    drawn = {draw(scores, lambda _: True, Sampling(), generator) for _ in range(500)}
    assert drawn == {1, 3}
