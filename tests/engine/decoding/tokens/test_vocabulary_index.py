"""Tokens by their bytes, giving back the last one, and probabilities among some of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.tokens.distribution import MAX_PICKED, Distribution
from quoin.engine.decoding.tokens.healing import Healer, give_back
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from tests.engine.decoding.fakes import ScriptedModel

WORDS: list[str | bytes] = [
    "imp",
    "import",
    "important",
    " im",
    "\n\n",
    "):\n",
    b"\xff",
    b"\xff\xff",
    b"\xff\x00",
    "    ",
]
MODEL = ScriptedModel(WORDS, lambda _text: [])
INDEX = VocabularyIndex(MODEL.pieces, MODEL.ends)


@given(st.sampled_from([*MODEL.pieces[1:], b"import s", b"zz", b"\xfe", b"\xff\xff\xff"]))
def test_the_index_agrees_with_a_search_of_all_tokens(data: bytes) -> None:
    pieces = list(enumerate(MODEL.pieces))
    beginning = {token for token, piece in pieces if piece.startswith(data)}
    on_the_way = {token for token, piece in pieces if piece and data.startswith(piece) and piece != data}
    assert set(INDEX.beginning_with(data)) == beginning
    assert set(INDEX.on_the_way_to(data)) == on_the_way
    agreeing = Healer(INDEX).agreeing(data)
    assert agreeing is not None
    assert set(agreeing.tolist()) == beginning | on_the_way


def test_line_ends_and_ends() -> None:
    assert {MODEL.pieces[token] for token in INDEX.stops} == {b"", b"\n", b"\r", b"\n\n"}
    assert INDEX.ends.tolist() == [0]


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["x", "imp"], "imp"),
        (["x", "    "], ""),  # no longer token begins with it
        (["x", " "], " "),
        (["):\n"], ""),
        (["\n\n"], ""),
        (["x", "important"], ""),
        ([], ""),
    ],
)
def test_giving_back(words: list[str], given: str) -> None:
    tokens = [MODEL.token(word) for word in words]
    kept, back = give_back(tokens, "".join(words).encode(), MODEL.pieces, INDEX)
    assert back == given.encode()
    assert kept == (tokens[:-1] if given else tokens)


def test_a_token_that_the_text_does_not_end_with_is_kept() -> None:
    """Some tokenisers put a blank in front of the text."""
    tokens = [MODEL.token(" im")]
    assert give_back(tokens, b"im", MODEL.pieces, INDEX) == (tokens, b"")


LOGITS = np.array([1.0, 3.0, 2.0, 90.0, -5.0, 2.0], dtype=np.float32)


def test_probabilities_of_all() -> None:
    seen = Distribution(LOGITS)
    weights = np.exp(LOGITS.astype(np.float64) - 90)
    for token, weight in enumerate(weights):
        assert seen.logprob(token) == pytest.approx(np.log(weight / weights.sum()))
    assert seen.mass(np.array([0, 3])) == pytest.approx(1.0)
    assert list(seen.best_first()) == [3, 1, 2, 5, 0, 4]
    assert list(seen.best_first(2)) == [3, 1]
    assert list(seen.best_allowed(np.array([0, 4, 5]), 3)) == [5, 0, 4]
    assert list(seen.best_allowed(np.array([0, 4, 5]), 2)) == [5, 0]


def test_probabilities_of_some_add_up_to_one() -> None:
    some = np.array([4, 0, 1])
    seen = Distribution(LOGITS, some)
    assert list(seen.best_first()) == [1, 0, 4]
    assert seen.mass(some) == pytest.approx(1.0)
    assert seen.logprob(1) - seen.logprob(0) == pytest.approx(2.0)


@pytest.mark.parametrize("size", [1, 5, MAX_PICKED, 200, 3000])
@pytest.mark.parametrize("limit", [None, 1, 50, MAX_PICKED, 150])
def test_the_best_of_many_come_as_sorting_has_them(size: int, limit: int | None) -> None:
    generator = np.random.default_rng(size)
    # Of a few values only, so that many are equal: of those the first come first.
    logits = generator.integers(-9, 9, size).astype(np.float32)
    order = np.argsort(-logits, kind="stable")
    assert list(Distribution(logits).best_first(limit)) == order[:limit].tolist()
    some = np.flatnonzero(generator.random(size) < 0.7)
    chosen = [token for token in order if token in some]
    assert list(Distribution(logits, some).best_first(limit)) == chosen[:limit]
    most = size if limit is None else limit
    assert list(Distribution(logits).best_allowed(some, most)) == chosen[:most]
