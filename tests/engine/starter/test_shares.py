"""How much the n-grams of a file are to count, learnt from true tokens."""

from __future__ import annotations

import random
from array import array
from typing import TYPE_CHECKING

import numpy as np
import pytest

from quoin.engine.starter.measures.shares import Seen, cuts, fitted, followers, kind, probability, written

if TYPE_CHECKING:
    from pathlib import Path


def test_shares_are_learnt_as_they_are() -> None:
    rng = random.Random(1)
    shares = {(1, 0): 0.3, (1, 2): 0.7}
    seen = []
    for _ in range(4000):
        key = rng.choice(list(shares))
        # The order is always right about its own tokens, and the model has a hundred others.
        own = rng.random() >= shares[key]
        seen.append(Seen(0.01, [(key, 0.0 if own else 1.0)]))
    found = fitted(seen)
    assert found[1] == pytest.approx([0.3, 0.3, 0.7], abs=0.03)
    assert found[5] == pytest.approx([0.3, 0.3, 0.3])


def test_the_longer_context_comes_first() -> None:
    seen = [Seen(0.01, [((1, 0), 0.5), ((2, 1), 1.0)])] * 200
    found = fitted(seen)
    assert found[2][1] > 0.9 > found[1][0]


@pytest.mark.parametrize(
    ("history", "allowed", "expected"),
    [
        ([1], None, {1: [2, 3, 2]}),
        ([9, 1], None, {1: [2, 3, 2], 2: [3]}),
        ([4], None, {}),
        ([], None, {}),
        ([1], {2, 4}, {0: [2, 2, 4], 1: [2, 2]}),
    ],
)
def test_what_follows(history: list[int], allowed: set[int] | None, expected: dict[int, list[int]]) -> None:
    texts = [array("i", [1, 2, 9, 1, 3]), array("i", [1, 2, 4])]
    found = followers(texts, history, None if allowed is None else frozenset(allowed))
    assert dict(found) == expected


def test_kinds() -> None:
    assert [kind(found) for found in ([1, 2, 1], [1], [1, 1])] == [0, 1, 2]


def test_probabilities_are_among_those_that_may_come() -> None:
    logits = np.log(np.array([0.1, 0.2, 0.3, 0.4], np.float32))
    assert probability(logits, 1, None) == pytest.approx(0.2)
    assert probability(logits, 1, np.array([0, 1])) == pytest.approx(2 / 3)


def test_cuts_are_rests_of_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"a = 1\n\n    b = 2\r\nc = 3")
    found = set(cuts([file], 100, 1))
    lines = {(left + middle).splitlines(keepends=True)[-1] for left, middle, _ in found}
    assert lines == {b"a = 1\n", b"    b = 2\n", b"c = 3\n"}
    assert len(found) == 15


def test_shares_as_a_file_has_them() -> None:
    assert written([[0.1, 0.25, 0.5], [0, 0, 0]]) == "0.100 0.250 0.500; 0.000 0.000 0.000"
