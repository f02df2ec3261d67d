"""A session after any edits says what a fresh quotient says; masks and copies agree with single steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.engine.core.property.lexical_grammars import GRAMMARS as LEXICAL
from tests.engine.core.property.lexical_grammars import lexical_language
from tests.engine.core.property.small_python import GRAMMAR as SMALL_PYTHON
from tests.engine.core.property.small_python import PIECES, programs
from tests.support.effort import examples
from tests.support.small_language import fresh_language, small_language

if TYPE_CHECKING:
    from collections.abc import Sequence

PYTHON = small_language(SMALL_PYTHON, "python")
FRESH = fresh_language(SMALL_PYTHON, "python")

pieces = st.sampled_from(PIECES)
tokens = st.lists(st.one_of(pieces, st.lists(pieces, max_size=3).map("".join), st.just("")), max_size=12)
# Where to cut a text, what to leave out there, and what to put in its place.
edits = st.lists(
    st.tuples(st.booleans(), st.floats(0, 1), st.integers(0, 6), st.lists(pieces, max_size=2).map("".join)),
    min_size=1,
    max_size=6,
)


def edited(text: str, place: float, dropped: int, added: str) -> str:
    at = round(place * len(text))
    return text[:at] + added + text[at + dropped :]


def facts(
    quotient: quoin.Quotient, middles: Sequence[str], vocabulary: quoin.Vocabulary
) -> tuple[object, ...]:
    """All that can be asked of a quotient."""
    start = quotient.start()
    seen: list[object] = [quotient.empty, quotient.problem, start.viable, start.mask(vocabulary)]
    seen.append(start.completion(200, 1000))
    for middle in middles:
        state = start.copy()
        taken = state.viable_prefix(middle.encode())
        state.advance(middle.encode()[:taken])
        seen.append((taken, state.member, state.expected(), state.mask(vocabulary)))
    return tuple(seen)


@examples(25)
@given(programs(), st.floats(0, 1), edits, tokens)
def test_edits_and_their_undoing(
    text: str, place: float, changes: list[tuple[bool, float, int, str]], middles: list[str]
) -> None:
    at = round(place * len(text))
    contexts = [(text[:at], text[at:])]
    for is_left, where, dropped, added in changes:
        left, right = contexts[-1]
        if is_left:
            contexts.append((edited(left, where, dropped, added), right))
        else:
            contexts.append((left, edited(right, where, dropped, added)))
    vocabulary = quoin.Vocabulary([middle.encode() for middle in middles])
    session = quoin.Session(PYTHON)
    for left, right in contexts + contexts[::-1]:
        FRESH.forget()
        fresh = facts(FRESH.quotient(left, right), middles, vocabulary)
        assert facts(session.quotient(left, right), middles, vocabulary) == fresh, (left, right)


@pytest.mark.parametrize("name", LEXICAL)
@examples(12)
@given(st.data())
def test_edits_where_lexemes_back_up(name: str, data: st.DataObject) -> None:
    alphabet = LEXICAL[name][1]
    language, apart = lexical_language(name), lexical_language(name, is_apart=True)
    text = st.text(alphabet, max_size=7)
    middles = data.draw(st.lists(text, max_size=3))
    vocabulary = quoin.Vocabulary([letter.encode() for letter in alphabet])
    session = quoin.Session(language)
    left, right = data.draw(text), data.draw(text)
    for _ in range(8):
        apart.forget()
        fresh = facts(apart.quotient(left, right), middles, vocabulary)
        assert facts(session.quotient(left, right), middles, vocabulary) == fresh, (left, right)
        kept = data.draw(st.integers(0, len(left)))
        left = left[:kept] + data.draw(text)
        right = data.draw(text) + right[data.draw(st.integers(0, len(right))) :]


@examples(25)
@given(programs(), st.floats(0, 1), st.lists(pieces, max_size=4).map("".join), tokens)
def test_masks_copies_and_single_bytes(text: str, place: float, middle: str, vocabulary: list[str]) -> None:
    at = round(place * len(text))
    start = PYTHON.quotient(text[:at], text[at:]).start()
    data = middle.encode()
    state, stepped = start.copy(), start.copy()
    taken = state.viable_prefix(data)
    assert state.advance(data[:taken]) or not start.viable
    assert all(stepped.advance(data[index : index + 1]) for index in range(taken))
    assert taken == len(data) or not state.accepts(data[taken : taken + 1])
    kept = start.copy()
    encoded = [token.encode() for token in vocabulary]
    states = {"at once": start.copy(), "by bytes": stepped}
    states["at once"].advance(data[:taken])
    for state in states.values():
        accepted = [bool(token) and state.accepts(token) for token in encoded]
        mask = np.frombuffer(state.mask(quoin.Vocabulary(encoded)), dtype=np.uint8)
        assert np.unpackbits(mask, bitorder="little")[: len(encoded)].tolist() == accepted
        assert [bool(token) and state.copy().advance(token) for token in encoded] == accepted
    assert states["at once"].member == stepped.member
    assert states["at once"].expected() == stepped.expected()
    assert (start.member, start.expected()) == (kept.member, kept.expected())


@pytest.mark.parametrize("version", quoin.load_language("python").versions)
def test_what_follows_a_line_that_begins_with_a_backslash_is_read_once(version: str) -> None:
    """Where such lines are refused, the way from the line before leads nowhere, however long the text is."""
    right = "\n\\\n\nx = [1]\n" + "# and so on\n" * 200
    session = quoin.Session(quoin.load_language("python", version))
    assert session.quotient("x = 1", right).start().viable
    session.read_ahead("x = 1" + right)
    assert session.quotient("x = 1", right[3:]).start().member
