"""Layout, strings and brackets: a small Python, its reference and `ast.parse`, cut anywhere."""

from __future__ import annotations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tests.differential.library import refusal
from tests.property.small_python import GRAMMAR, PIECES, programs
from tests.support.effort import examples
from tests.support.layout import LayoutOracle
from tests.support.small_language import small_language
from tests.support.witness import witness

LANGUAGE = small_language(GRAMMAR, "python")
ORACLE = LayoutOracle(LANGUAGE)

walks = st.lists(st.sampled_from(PIECES), max_size=5)
cuts = st.tuples(programs(), st.floats(0, 1), st.floats(0, 1))

# What closes whatever may be open, the likeliest first; also where the cut is inside a keyword.
CLOSERS = (
    *("\n", "x", ")", "]", "'", '"', '"""', ":", " x else x", "else x", " x ", "(", "[", ".", "\\", " ", "#"),
    *(
        "\n ",
        "\n  ",
        "\n\t",
        "if x:",
        "if x:x\n",
        "else:",
        "else",
        "se x",
        "x if x ",
        "x if x el",
        "x if x e",
        "x if x els",
    ),
)


def parts(cut: tuple[str, float, float]) -> tuple[str, str, str]:
    text, *places = cut
    start, end = sorted(round(place * len(text)) for place in places)
    return text[:start], text[start:end], text[end:]


def is_known_gap(left: str, middle: str, right: str) -> bool:
    """Blanks at a line's start before the cursor, and blanks behind that force a greater column."""
    line = (left + middle).replace("\r", "\n").rpartition("\n")[2]
    return line.strip(" \t\f\\") == "" and right[:1] in set(" \t\f\\")


def check_walk(left: str, pieces: list[str], right: str) -> None:
    """Each piece is judged; those that are refused are left out."""
    state = LANGUAGE.quotient(left, right).start()
    middle = ""
    for piece in pieces:
        taken = state.viable_prefix(piece.encode())
        assert state.accepts(piece.encode()) == (taken == len(piece))
        if taken < len(piece):
            check_refused(left, middle + piece[: taken + 1], right)
        elif state.advance(piece.encode()):
            middle += piece
        assert state.member == ORACLE(left + middle + right), (left, middle, right)
    if state.viable and not is_known_gap(left, middle, right):
        rest = witness(state, CLOSERS, 5, 150)
        event(f"completed by {rest!r}")
        assert rest is not None, f"no completion of {(left, middle, right)}"
        assert ORACLE(left + middle + rest + right), (left, middle + rest, right)


def check_refused(left: str, middle: str, right: str) -> None:
    for rest in ("", *CLOSERS, *PIECES):
        assert not ORACLE(left + middle + rest + right), (left, middle, rest, right)


@examples(80)
@given(cuts)
def test_the_true_middle_fits(cut: tuple[str, float, float]) -> None:
    left, middle, right = parts(cut)
    assert ORACLE(left + middle + right)
    state = LANGUAGE.quotient(left, right).start()
    assert state.viable_prefix(middle.encode()) == len(middle.encode())
    assert state.advance(middle.encode())
    assert state.member


@examples(80)
@given(cuts, walks)
def test_any_middle_between_parts_of_a_program(cut: tuple[str, float, float], pieces: list[str]) -> None:
    left, _, right = parts(cut)
    check_walk(left, pieces, right)


@examples(60)
@given(walks, walks, walks)
def test_any_middle_between_any_texts(left: list[str], pieces: list[str], right: list[str]) -> None:
    check_walk("".join(left), pieces, "".join(right))


@examples(60)
@given(st.one_of(programs(), walks.map("".join)))
def test_the_reference_agrees_with_cpython(text: str) -> None:
    assert ORACLE(text) == (refusal(text) is None)


@pytest.mark.parametrize(
    "text", ["if x:\n\t\\\n x\n\ty\n", "if x:\n\t\\\n x\n        y\n", "\\\n  x\n", " \\\n x\n"]
)
def test_columns_before_a_joined_line(text: str) -> None:
    state = LANGUAGE.quotient("", "").start()
    assert ORACLE(text) == (refusal(text) is None)
    assert (state.advance(text.encode()) and state.member) == ORACLE(text)
