"""N-grams of the file, interpolated with what a model says."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.tokens.ngrams import Ngrams, check_shares

SIZE = 6
SHARES = [
    [0.1, 0.5, 0.7],
    [0.2, 0.15, 0.5],
    [0.2, 0.25, 0.5],
    [0.05, 0.2, 0.4],
    [0.1, 0.2, 0.4],
    [0.3, 0.4, 0.6],
]
texts = st.lists(st.lists(st.integers(0, SIZE - 1), max_size=20), max_size=3)


def by_definition(
    sentences: list[list[int]], history: list[int], own: list[float], allowed: set[int]
) -> list[float]:
    """Probabilities as Jelinek and Mercer interpolate them, order by order."""
    found = own
    for order in range(0 if len(allowed) < SIZE else 1, min(5, len(history)) + 1):
        context = history[len(history) - order :]
        follow = [
            text[at + order]
            for text in sentences
            for at in range(len(text) - order)
            if text[at : at + order] == context and text[at + order] in allowed
        ]
        if not follow:
            continue
        share = SHARES[order][0 if len(set(follow)) > 1 else 1 if len(follow) == 1 else 2]
        found = [
            (1 - share) * one + share * follow.count(token) / len(follow) for token, one in enumerate(found)
        ]
    return found


@given(
    sentences=texts,
    history=st.lists(st.integers(0, SIZE - 1), max_size=8),
    cut=st.integers(0, 8),
    logits=st.lists(st.floats(-5, 5, width=32), min_size=SIZE, max_size=SIZE),
    allowed=st.none() | st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=SIZE - 1),
)
def test_it_is_what_the_definition_says(
    sentences: list[list[int]], history: list[int], cut: int, logits: list[float], allowed: set[int] | None
) -> None:
    tokens = [array("i", text) for text in sentences]
    ngrams = Ngrams(tokens, array("i", history[:cut]), SHARES)
    row = np.array(logits, np.float32)
    some = sorted(range(SIZE) if allowed is None else allowed)
    mixed = ngrams.mixed(row, array("i", history[cut:]), None if allowed is None else np.array(some))

    own = np.exp(row[some].astype(np.float64))
    model = np.zeros(SIZE)
    model[some] = own / own.sum()
    seen = np.exp(mixed[some].astype(np.float64))
    expected = by_definition(sentences, history, model.tolist(), set(some))
    assert (seen / seen.sum()).tolist() == pytest.approx([expected[token] for token in some], abs=1e-5)
    assert row.tolist() == logits


@pytest.mark.parametrize("shares", [[], [[0.1] * 3] * 5, [[0.1] * 3] * 5 + [[1.0] * 3], [[-0.1] * 3] * 6])
def test_what_are_no_shares_is_refused(shares: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="shares"):
        check_shares(shares)
