"""The lexer's automaton against `regex`: a terminal's beginnings are what `regex` calls partial matches."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import quoin
from quoin.engine import _core
from tests.support.effort import examples

PYTHON = quoin.load_language("python").tables.terminals
PATTERNS = {t.name: t.pattern for t in PYTHON if t.pattern is not None and t.literal is None}

# Signs that mean something to some terminal, letters of several scripts, and what no program holds.
SIGNS = "abefjoruxBFNRUXlsm01789_.+-'\"\\{}#\t\f\r\n :é²Ωℕ゛中\u0301\U0001f600\x00"
letters = st.one_of(st.sampled_from(SIGNS), st.characters(codec="utf-8", max_codepoint=0x2FF))
pieces = st.one_of(
    letters, st.sampled_from(['"""', "'''", "rb'", "\\N{", "\\x", "0x", "1e", "match", "case", "as"])
)


@pytest.mark.parametrize("name", PATTERNS)
@examples(60)
@given(st.data())
def test_beginnings_and_whole_matches(name: str, data: st.DataObject) -> None:
    pattern = PATTERNS[name]
    grammar = _core.Grammar(
        [(name, pattern, 0, False)], [], [("start", 2, [(0, 0, 1, 0)])], 0, "none", literals=[None]
    )
    state = _core.Session(grammar).quotient(b"", b"").start()
    text = ""
    # Hypothesis makes matches by Python's own `re`, which knows no classes of Unicode.
    whole = pieces if "\\p" in pattern else st.one_of(pieces, st.from_regex(pattern, fullmatch=True))
    for piece in data.draw(st.lists(whole, max_size=6)):
        for letter in piece:
            begins = regex.fullmatch(pattern, text + letter, partial=True) is not None
            assert state.advance(letter.encode()) == begins, (text, letter)
            text += letter if begins else ""
            assert state.member() == (regex.fullmatch(pattern, text) is not None), text
