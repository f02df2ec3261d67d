"""The parser alone: every lexeme is one letter, and both questions are decided exactly."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.engine.core.property.terminal_grammars import LETTERS, WITHOUT_TEXT, WRITTEN, grammars
from tests.support.effort import examples
from tests.support.recogniser import Graph, Recogniser, line
from tests.support.small_language import small_language

if TYPE_CHECKING:
    from collections.abc import Iterator

texts = st.text(LETTERS, max_size=4)


def check(language: quoin.Language, left: str, right: str, depth: int) -> int:
    """Compare on every middle up to `depth` letters whose beginnings are viable; gives their number."""
    oracle = Oracle(language)
    start = language.quotient(left, right, spare="nothing").start()
    assert start.viable == oracle.viable(left, right)
    checked = 0
    work = [("", start)] if start.viable else []
    while work:
        middle, state = work.pop()
        checked += 1
        assert state.member == oracle.member(left + middle + right), (left, middle, right)
        for letter in LETTERS if len(middle) < depth else "":
            after = state.copy()
            advanced = after.advance(letter.encode())
            assert advanced == oracle.viable(left + middle + letter, right), (left, middle + letter, right)
            if advanced:
                work.append((middle + letter, after))
    return checked


class Oracle:
    """A language whose lexemes are letters, decided without the core."""

    def __init__(self, language: quoin.Language) -> None:
        self.recogniser = Recogniser(language)
        terminals = language.tables.terminals
        numbers = {terminal.literal: frozenset({number}) for number, terminal in enumerate(terminals)}
        # A letter that the grammar does not use is no terminal.
        self.letters = {letter: numbers.get(letter, frozenset[int]()) for letter in LETTERS}

    def member(self, text: str) -> bool:
        return self.recogniser.recognises(line(self.letters[letter] for letter in text))

    def viable(self, before: str, right: str) -> bool:
        graph: Graph = line(self.letters[letter] for letter in before)
        cursor = graph.n_nodes - 1
        for letter in LETTERS:
            graph.add(self.letters[letter], cursor, cursor)
        for letter in right:
            graph.add(self.letters[letter])
        return self.recogniser.recognises(graph)


def contexts(most: int) -> Iterator[tuple[str, str]]:
    """All pairs of texts whose lengths add up to at most a number of letters."""
    for length in range(most + 1):
        for letters in product(LETTERS, repeat=length):
            for at in range(length + 1):
                yield "".join(letters[:at]), "".join(letters[at:])


@pytest.mark.parametrize("grammar", WRITTEN.values(), ids=WRITTEN)
def test_all_contexts_of_written_grammars(grammar: str) -> None:
    language = small_language(grammar)
    assert sum(check(language, left, right, 3) for left, right in contexts(4)) > 0


@examples(60)
@given(grammars(), texts, texts)
def test_random_grammars(grammar: str, left: str, right: str) -> None:
    language = small_language(grammar)
    if Oracle(language).viable("", ""):
        check(language, left, right, 4)
    else:
        with pytest.raises(quoin.LanguageError, match="derives no text"):
            language.quotient(left, right, spare="nothing")


@pytest.mark.parametrize("grammar", WITHOUT_TEXT)
def test_a_language_without_any_text_is_refused(grammar: str) -> None:
    with pytest.raises(quoin.LanguageError, match="derives no text"):
        small_language(grammar).quotient("", "", spare="nothing")


@pytest.mark.parametrize("text", ["", "a", "b", "ab", "aab", "ba", "aba"])
def test_the_oracle_itself(text: str) -> None:
    oracle = Oracle(small_language(WRITTEN["right recursion"]))
    assert oracle.member(text) == (text.endswith("b") and text.count("b") == 1)
    assert oracle.viable(text, "b") == ("b" not in text)
