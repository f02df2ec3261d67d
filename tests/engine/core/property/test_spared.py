"""What a middle leaves alone of the right context, against a search through all short middles.

The oracle is the text itself: a middle swallows where a comment or a string of the whole text begins before
the right context and holds a byte of its code, which is found by lexing the right context alone.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.lexing import PlainOracle
from tests.support.small_language import small_language

GRAMMARS = {
    "line comments": (
        'start: (WORD | ";")*\nWORD: /a+/\nCOMMENT: /#[^\\n]*/\n%ignore COMMENT\n%ignore /[ \\n]+/\n',
        "a;#\n ",
    ),
    "strings": ('start: (STRING | WORD | ";")*\nWORD: /a+/\nSTRING: /"[a; ]*"/\n%ignore / +/\n', 'a;" '),
    "comments with an end": (
        'start: (WORD | ";" | "(")*\nWORD: /a+/\nCOMMENT: /<[a; ]*>/\n%ignore COMMENT\n%ignore / +/\n',
        "a;<> ",
    ),
}
ORACLES = {name: PlainOracle(small_language(grammar)) for name, (grammar, _) in GRAMMARS.items()}
LONGEST = 4


class Judge:
    """What fits in a small language, and what is spared by it."""

    def __init__(self, name: str) -> None:
        self.oracle = ORACLES[name]
        language = small_language(GRAMMARS[name][0])
        terminals = language.tables.terminals
        self.text = {
            number
            for number, terminal in enumerate(terminals)
            if "COMMENT" in terminal.name or "STRING" in terminal.name
        }
        self.ignored = set(language.tables.ignored)

    def begins_code(self, right: str) -> int:
        """Where the right context's first content begins, read by itself."""
        at = 0
        while at < len(right):
            lexeme = self.oracle.lexing.longest(right, at)
            if lexeme is None or not lexeme.terminals & self.ignored:
                return at
            at += len(lexeme.text)
        return at

    def swallows(self, left: str, middle: str, right: str) -> bool:
        """Whether a comment or a string goes on into the right context's code."""
        border, at = len(left) + len(middle), 0
        for lexeme in self.oracle.lexing.lex(left + middle + right) or []:
            end = at + len(lexeme.text)
            if at < border < end and lexeme.terminals <= self.text:
                return end - border > self.begins_code(right)
            at = end
        return False


def middles(alphabet: str) -> list[str]:
    return ["".join(signs) for length in range(LONGEST + 1) for signs in product(alphabet, repeat=length)]


@pytest.mark.parametrize("name", GRAMMARS)
@examples(25)
@given(st.data())
def test_code_stays_code(name: str, data: st.DataObject) -> None:
    grammar, alphabet = GRAMMARS[name]
    # The left context leaves nothing open: what it began may go on.
    left = data.draw(st.sampled_from(["", "a ", ";", "a;"]))
    right = data.draw(st.text(alphabet, max_size=5))
    judge, start = Judge(name), small_language(grammar).quotient(left, right).start()
    tried = middles(alphabet)
    fitting = {middle for middle in tried if judge.oracle(left + middle + right)}
    spared = {middle for middle in fitting if not judge.swallows(left, middle, right)}
    for middle in tried:
        state = start.copy()
        taken = state.advance(middle.encode())
        if spared:
            assert (taken and state.member) == (middle in spared), (left, middle, right)
        elif taken and state.member:
            assert middle in fitting, (left, middle, right)
        if not taken:
            assert not any(other.startswith(middle) for other in spared), (left, middle, right)


@pytest.mark.parametrize("name", GRAMMARS)
@examples(25)
@given(st.data())
def test_what_is_viable_can_be_ended(name: str, data: st.DataObject) -> None:
    grammar, alphabet = GRAMMARS[name]
    left, right = data.draw(st.sampled_from(["", "a "])), data.draw(st.text(alphabet, max_size=5))
    judge, start = Judge(name), small_language(grammar).quotient(left, right).start()
    for middle in middles(alphabet):
        state = start.copy()
        if state.advance(middle.encode()):
            rest = state.completion()
            assert rest is not None, (left, middle, right)
            assert judge.oracle(left + middle + rest.decode() + right), (left, middle, right)
