"""Layout, strings and brackets: a small Python, its reference and `ast.parse`, cut anywhere."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grammars.python.judge import refusal
from tests.engine.core.property.small_python import GRAMMAR, PIECES, programs
from tests.support.effort import examples
from tests.support.layout import LayoutOracle
from tests.support.small_language import small_language
from tests.support.witness import witness

if TYPE_CHECKING:
    import quoin

LANGUAGE = small_language(GRAMMAR, "python")
ORACLE = LayoutOracle(LANGUAGE)

walks = st.lists(st.sampled_from(PIECES), max_size=5)
cuts = st.tuples(programs(), st.floats(0, 1), st.floats(0, 1))

# What completes any beginning that nothing follows: the end of a string, of an expression, of brackets,
# of a statement. Each is tried with each of the others.
STRING_ENDS = ("", "'", '"', '"""', '""', "\\'", '\\"', '\\"""', "\n", "\n ")
WORDS = ("", "x", ".", "..", "+x", " x else x", "f x else x", " else x", "lse x", "se x", "e x")
BRACKETS = (
    "",
    *(")", "]", "))", ")]", "])", "]]"),
    *(f"{a}{b}{c}" for a in ")]" for b in ")]" for c in ")]"),
)
DEEP = " " * 60 + "x"
STATEMENT_ENDS = (
    "",
    ":x",
    f":\n{DEEP}",
    " else x",
    " if x else x",
    DEEP,
    f"\n{DEEP}",
    "\n x",
    "\n  x",
    "\n\tx",
    "\nx",
)
ENDS = tuple(map("".join, product(STRING_ENDS, WORDS, BRACKETS, STATEMENT_ENDS)))
# With text after, only some of these lead there.
LINKS = ("\n", "x", "(", ")", "'", '"""', " ", "if x:\n", "if x:", "\n ", "+", "#")


def parts(cut: tuple[str, float, float]) -> tuple[str, str, str]:
    text, *places = cut
    start, end = sorted(round(place * len(text)) for place in places)
    return text[:start], text[start:end], text[end:]


def completes(state: quoin.State, rest: str) -> bool:
    after = state.copy()
    return after.advance(rest.encode()) and after.member


def own_completion(state: quoin.State) -> str | None:
    """What the engine itself finds, for more open brackets than `ENDS` has."""
    found = state.completion()
    return None if found is None else found.decode()


def check_walk(left: str, pieces: list[str], right: str) -> None:
    """Each piece is judged; those that are refused are left out."""
    state = LANGUAGE.quotient(left, right, spare="nothing").start()
    middle = ""
    for piece in pieces:
        taken = state.viable_prefix(piece.encode())
        assert state.accepts(piece.encode()) == (taken == len(piece))
        if taken < len(piece):
            check_refused(left, middle + piece[: taken + 1], right)
        elif state.advance(piece.encode()):
            middle += piece
        assert state.member == ORACLE(left + middle + right), (left, middle, right)
    if state.viable:
        rest = (
            next(filter(partial(completes, state), ENDS), None) or own_completion(state)
            if right == ""
            else witness(state, LINKS, 2, 20)
        )
        assert rest is not None or right, f"no completion of {(left, middle)}"
        assert rest is None or ORACLE(left + middle + rest + right), (left, middle, rest, right)


def check_refused(left: str, middle: str, right: str) -> None:
    for rest in ("", *PIECES):
        assert not ORACLE(left + middle + rest + right), (left, middle, rest, right)


@examples(80)
@given(cuts)
def test_the_true_middle_fits(cut: tuple[str, float, float]) -> None:
    left, middle, right = parts(cut)
    assert ORACLE(left + middle + right)
    state = LANGUAGE.quotient(left, right, spare="nothing").start()
    assert state.viable_prefix(middle.encode()) == len(middle.encode())
    assert state.advance(middle.encode())
    assert state.member


@examples(80)
@given(cuts, walks, st.booleans())
def test_any_middle_between_parts_of_a_program(
    cut: tuple[str, float, float], pieces: list[str], is_at_end: bool
) -> None:
    left, _, right = parts(cut)
    check_walk(left, pieces, "" if is_at_end else right)


@examples(60)
@given(walks, walks, walks)
def test_any_middle_between_any_texts(left: list[str], pieces: list[str], right: list[str]) -> None:
    check_walk("".join(left), pieces, "".join(right))


@examples(60)
@given(programs())
def test_the_reference_takes_what_cpython_takes(text: str) -> None:
    assert ORACLE(text)
    assert refusal(text) is None


@examples(60)
@given(walks.map("".join), cuts)
@example("''", ("'x'", 0.0, 0.0))
def test_the_reference_takes_nothing_that_cpython_refuses(added: str, cut: tuple[str, float, float]) -> None:
    left, _, right = parts(cut)
    text = left + added + right
    assert not ORACLE(text) or refusal(text) is None


@pytest.mark.parametrize(
    "text", ["if x:\n\t\\\n x\n\ty\n", "if x:\n\t\\\n x\n        y\n", "\\\n  x\n", " \\\n x\n"]
)
def test_columns_before_a_joined_line(text: str) -> None:
    state = LANGUAGE.quotient("", "", spare="nothing").start()
    assert ORACLE(text) == (refusal(text) is None)
    assert (state.advance(text.encode()) and state.member) == ORACLE(text)
