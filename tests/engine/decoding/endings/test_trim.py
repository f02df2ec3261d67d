"""What is left of completions: `left ‖ middle ‖ right` and the middle that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin import load_language
from quoin.engine.decoding.endings.trim import (
    leading_blank_lines,
    trimmed,
    without_overlap,
    without_repeated_items,
    without_repetition,
    without_trailing_blanks,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Fits = Callable[[bytes], bool]

OVERLAPS = [
    ("", "y = x", "x\n", "y = "),
    ("return ", "a + x", " + x\n", "a"),
    ("x = ", "a, b", " # b\n", "a, b"),
    ("f(", "a, b", ")\n", "a, b"),
    ("x = (", "f(x)", ")\n", "f(x)"),
    ("s = '", "é😀", "😀'\n", "é"),
    ("x = ", "1 ", " \n", "1 "),
    ("x = ", "f(a)", "\nf(a)\n", "f(a)"),
    ("", "x", "x\r\n", ""),
    ("if a:\n    ", "b\n    c = d", "d\n", "b\n    c = "),
]

REPETITIONS = [
    ("", "a = 1\nb = 2", "\nb = 2\n", "a = 1"),
    ("", "a = 1\nb = 2\nc = 3", "\n\nb = 2\n\nc = 3\nd\n", "a = 1"),
    ("", "a = 1\nb = 2", "\nb = 2 \n", "a = 1"),
    ("", "a = 1\r\nb = 2", "\r\nb = 2\r\n", "a = 1"),
    ("if x:\n    ", "a\n    b", "\n    b\n", "a"),
    ("if x:\n    ", "a\n    b", "\nb\n", "a\n    b"),
    ("if x:\n    ", "return b", "\n    return b\n", ""),
    ("x = ", "1", "\nx = 1\n", ""),
    ("x = ", "1", "\ny = 1\n", "1"),
    ("", "if x:\n    a", "\n    a\n", "if x:"),
    # What is in front of the repetition would not fit without it.
    ("", "try:\n    a\nx", "\nx\n", "try:\n    a\nx"),
    ("f(", "a,\n)", "\n)\n", "a,"),
    ("", "if x:\n    a\nelse:\n    b", "\nelse:\n    b\n", "if x:\n    a"),
    ("if x:\n    a\n", "else:\n    b", "\n    b\n", "else:"),
    ("", "b", " # c\nb\n", "b"),
]

LEADING = [
    ("if x:\n    ", "\n    a = 1", "\n", "a = 1"),
    ("if x:\n    ", "\n\n    \n    a = 1", "\n", "a = 1"),
    ("if x:\r\n    ", "\r\n    a = 1", "\r\n", "a = 1"),
    # A line of another block, and one between definitions, stay where they are.
    ("if x:\n    y\n    ", "\na = 1", "\n", "\na = 1"),
    ("if x:\n    ", "\n\n    ", "a = 1\n", "\n\n    "),
    ("x = 1\n", "\n\ny = 1", "\n", "\n\ny = 1"),
    ("if x:", "\n    y = 1", "\n", "\n    y = 1"),
]

TRAILING = [
    ("x = ", "1 ", "\n", "1"),
    ("x = ", "1 \n\n", "\n", "1"),
    ("x = ", "1  \ny = 2", "\n", "1\ny = 2"),
    ("x = ", "1\t\r\ny = 2\t", "\r\n", "1\r\ny = 2"),
    ("x = ", "1 + ", "y\n", "1 + "),
    ("x = '", "a ", "'\n", "a "),
    ("x = ", "'a \\\n b' ", "\n", "'a \\\n b'"),
    ("# a", " b ", "\n", " b"),
    # The cursor is within a line, whose rest stays in it.
    ("return user.na", "me\n", ";\n", "me"),
    ("f(a,", " b,\n  ", " c)\n", " b,"),
    ("x = a", " + b\n", "\n", " + b"),
    # What follows begins a line of its own, or does not fit in this one.
    ("", "x = 1\n", "y = 2\n", "x = 1\n"),
    ("x = ", "1\n", "y = 2\n", "1\n"),
    ("if a:\n    ", "b\n    ", "(c)\n", "b\n    "),
]

ITEMS = [
    ("from a import ", "Box, Box, Box", "\n", "Box"),
    ("from a import Bo", "x,Box", "\n", "x"),
    ("from a import Box, ", "Box", "\n", "Box"),
    ("from a import ", "Box, Boxes", "\n", "Box, Boxes"),
    ("from a import ", "Box, Crate, Box", "\n", "Box, Crate, Box"),
    ("x = f(", "abc, abc", ")\n", "abc, abc"),
    ("x, y = ", "a, a", "\n", "a, a"),
    ("x = ", "a.abc, abc", "\n", "a.abc, abc"),
]

WHOLE = [
    ("", "x = 1 \ny = 2  ", "\ny = 2\n", "x = 1"),
    ("f(", "a, b)", ")\n", "a, b"),
    # The line of the cursor is complete, and what follows is there already.
    ("x = a", "\ny = 2", "\ny = 2\n", ""),
    ("x = a", "\n\ny = 2\nz", "\ny = 2\nz\n", ""),
    ("if a:", "\n    y = 2", "\n    y = 2\n", ""),
    # Without it the file does not parse.
    ("x = ((a", "\n)", "\n)\n", "\n)"),
]


def fits_between(left: str, right: str) -> Fits:
    quotient = load_language("python").quotient(left, right)

    def fits(text: bytes) -> bool:
        state = quotient.start()
        return state.advance(text) and state.member

    return fits


@pytest.mark.parametrize(("left", "middle", "right", "expected"), OVERLAPS)
def test_overlap(left: str, middle: str, right: str, expected: str) -> None:
    fits = fits_between(left, right)
    assert without_overlap(middle.encode(), right.encode(), fits).decode() == expected


@pytest.mark.parametrize(("left", "middle", "right", "expected"), REPETITIONS)
def test_repetition(left: str, middle: str, right: str, expected: str) -> None:
    fits = fits_between(left, right)
    assert without_repetition(middle.encode(), left.encode(), right.encode(), fits).decode() == expected


@pytest.mark.parametrize(("left", "middle", "right", "expected"), TRAILING)
def test_trailing_blanks(left: str, middle: str, right: str, expected: str) -> None:
    fits = fits_between(left, right)
    assert without_trailing_blanks(middle.encode(), left.encode(), right.encode(), fits).decode() == expected


@pytest.mark.parametrize(("left", "middle", "right", "expected"), LEADING)
def test_leading_blank_lines(left: str, middle: str, right: str, expected: str) -> None:
    length = leading_blank_lines(middle.encode(), left.encode(), fits_between(left, right))
    assert middle[length:] == expected


@pytest.mark.parametrize(("left", "middle", "right", "expected"), ITEMS)
def test_repeated_items(left: str, middle: str, right: str, expected: str) -> None:
    fits = fits_between(left, right)
    assert without_repeated_items(middle.encode(), left.encode(), right.encode(), fits).decode() == expected


@pytest.mark.parametrize(("left", "middle", "right", "expected"), WHOLE)
def test_all_together(left: str, middle: str, right: str, expected: str) -> None:
    fits = fits_between(left, right)
    assert trimmed(middle.encode(), left.encode(), right.encode(), fits, whole=False).decode() == expected


@pytest.mark.parametrize(("whole", "expected"), [(True, b""), (False, b"x = 1")])
def test_what_only_repeats_is_left_out_if_that_is_wanted(whole: bool, expected: bytes) -> None:
    right = "\nx = 1\n"
    assert trimmed(b"x = 1", b"", right.encode(), fits_between("", right), whole=whole) == expected
