"""The texts around a cursor as the n-grams see them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.tokens.ngrams import Ngrams
from quoin.engine.errors import ModelError
from quoin.engine.model.gguf.header import GgufHeader
from quoin.engine.model.prompt import nearby
from quoin.engine.model.prompt.nearby import SHARES_KEY, Nearby, shares_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARES = [[0.1, 0.5, 0.6]] * 6
PIECES = [bytes([byte]) for byte in range(256)]
WORDS = st.lists(st.sampled_from(["a", "b(", "é", "\n", "    ", "\n\n", ")\r\n"]), max_size=30).map("".join)


def new() -> Nearby:
    return Nearby(list, PIECES, SHARES)


def said(ngrams: Ngrams) -> list[float]:
    """What the n-grams make of a model that knows nothing."""
    return list(map(float, ngrams.mixed(np.zeros(256, np.float32), array("i"), None)))


def tokens(text: bytes) -> array[int]:
    return array("i", list(text))


def of(texts: Sequence[bytes], before: bytes) -> list[float]:
    """The same of n-grams that are made of whole texts."""
    return said(Ngrams([tokens(text) for text in texts], tokens(before), SHARES))


@given(left=WORDS, right=WORDS, others=st.lists(WORDS, max_size=2))
def test_all_texts_are_seen(left: str, right: str, others: list[str]) -> None:
    before, after = left.encode(), right.encode()
    given_back = b"" if before.endswith(b"\n") else before[-1:]
    kept = before.removesuffix(given_back)
    expected = of([kept, after, *(other.encode() for other in others)], kept)
    assert said(new().ngrams(before, after, given_back, others)) == pytest.approx(expected, abs=1e-5)


@given(edits=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5))
def test_what_was_seen_before_changes_nothing(edits: list[tuple[str, str]]) -> None:
    known = new()
    for left, right in edits:
        sides = left.encode(), right.encode()
        assert said(known.ngrams(*sides, b"")) == said(new().ngrams(*sides, b""))


@pytest.mark.parametrize(
    ("left", "right", "kept_left", "kept_right"),
    [
        (20, 0, 20, 0),
        (64, 32, 64, 32),
        (68, 36, 56, 32),
        (72, 40, 60, 32),
        (76, 40, 56, 32),
        (80, 40, 60, 32),
    ],
)
def test_what_is_far_away_is_left_out(
    monkeypatch: pytest.MonkeyPatch, left: int, right: int, kept_left: int, kept_right: int
) -> None:
    monkeypatch.setattr(nearby, "LEFT", 64)
    monkeypatch.setattr(nearby, "RIGHT", 28)
    monkeypatch.setattr(nearby, "STEP", 8)
    lines = b"".join(b"%cab\n" % (40 + number) for number in range(30))
    before, after = lines[:left], lines[:right]
    expected = of([before[left - kept_left :], after[:kept_right]], before)
    assert said(new().ngrams(before, after, b"")) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("text", ["", "1 2 3", "0 0 0;" * 5 + "0 0 1", "0 0 0;" * 5 + "0 0", "a b c"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ModelError, match=SHARES_KEY):
        shares_of(header({SHARES_KEY: text}))


def test_a_file_says_how_much_they_count() -> None:
    assert shares_of(header({})) is None
    assert shares_of(header({SHARES_KEY: "0.1 0.5 0.6;" * 5 + "0.1 0.5 0.6"})) == SHARES


def header(metadata: dict[str, int | float | bool | str]) -> GgufHeader:
    return GgufHeader(3, metadata, {}, 0, 0, {})
