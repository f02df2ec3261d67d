"""Completions whose end stands behind the cursor already: `left ‖ middle ‖ right` and what is left of it."""

from __future__ import annotations

import pytest

from engine import load_language
from engine.decoding.overlap import without_overlap

CASES = [
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


@pytest.mark.parametrize(("left", "middle", "right", "expected"), CASES)
def test_overlap(left: str, middle: str, right: str, expected: str) -> None:
    quotient = load_language("python").quotient(left, right)

    def fits(text: bytes) -> bool:
        state = quotient.start()
        return state.advance(text) and state.member

    assert fits(middle.encode())
    assert without_overlap(middle.encode(), right.encode(), fits).decode() == expected
