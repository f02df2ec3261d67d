"""Lexer and parser together: where lexemes end is known only later, and contexts cut them anywhere."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.core.property.lexical_grammars import GRAMMARS, lexical_language
from tests.support.effort import examples
from tests.support.lexing import PlainOracle
from tests.support.witness import witness

ORACLES = {name: PlainOracle(lexical_language(name)) for name in GRAMMARS}

# Viability takes too much where no blank can part two lexemes, so that one that must follow another may
# run into it, and where the rest of a lexeme that backs up could only go on as the lexeme itself would.
LOOSE = {name for name, (_, alphabet) in GRAMMARS.items() if " " not in alphabet} | {"one dot or three"}


def completions(alphabet: str, most: int) -> list[str]:
    """All texts up to a length in letters, the shortest first."""
    return ["".join(letters) for length in range(most + 1) for letters in product(alphabet, repeat=length)]


def check(name: str, left: str, right: str, depth: int) -> None:
    """Compare on every middle up to `depth` letters whose beginnings are viable."""
    alphabet = GRAMMARS[name][1]
    oracle = ORACLES[name]
    rests = completions(alphabet, 3 if len(alphabet) < 5 else 2)
    start = lexical_language(name).quotient(left, right, spare="nothing").start()
    if not start.viable:
        assert not any(oracle(left + rest + right) for rest in rests), (left, right)
        return
    work = [("", start)]
    while work:
        middle, state = work.pop()
        assert state.member == oracle(left + middle + right), (left, middle, right)
        if name not in LOOSE:
            rest = witness(state, alphabet, 7, 1000)
            assert rest is not None, f"no completion of {(left, middle, right)}"
            assert oracle(left + middle + rest + right), (left, middle + rest, right)
        for letter in alphabet if len(middle) < depth else "":
            after = state.copy()
            if after.advance(letter.encode()):
                work.append((middle + letter, after))
            else:
                whole = [left + middle + letter + rest + right for rest in rests]
                assert not any(map(oracle, whole)), (left, middle + letter, right)


@pytest.mark.parametrize("name", GRAMMARS)
@examples(15)
@given(st.data())
def test_contexts_cut_anywhere(name: str, data: st.DataObject) -> None:
    text = st.text(GRAMMARS[name][1], max_size=4)
    check(name, data.draw(text), data.draw(text), 2)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("back-up over many", "abbbd", True),
        ("back-up over many", "abbbc", True),
        ("numbers before names", "0xa", True),
        ("one dot or three", "a....", False),
        ("one dot or three", "a....a", False),
        ("one dot or three", "....a", True),
        ("keywords and names", "iffi", True),
        ("keywords and names", "if", False),
        ("strings with escapes", "'\\''", True),
        ("strings with escapes", "'\\'", False),
        ("numbers that look ahead", "00..0", True),
        ("numbers that look ahead", "0.;", False),
        ("lists in lists", "<<t>>", True),
        ("lists in lists", "<t>>>t", False),
        ("lists in lists", "<t>=", True),
        ("lists in lists, one in two ways", "<<t>>=", True),
        ("lists in lists, one in two ways", "<t>==", False),
        ("references", "&&t,", True),
    ],
)
def test_the_oracle_itself(name: str, text: str, *, expected: bool) -> None:
    assert ORACLES[name](text) == expected
