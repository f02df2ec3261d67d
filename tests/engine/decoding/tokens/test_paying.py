"""Middles that must bind what is missing: `left ‖ middle ‖ right`, whether they may end, and the ending."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.paying import PayingConstraint
from tests.support.case_lines import parse_parts

CASES = [
    (r"def f(xs):\n     ‖  ‖ \n    return a + b\n", False, "a = ...\n    b = ..."),
    (r"def f(xs):\n     ‖ a = 1 ‖ \n    return a + b\n", False, "\n    b = ..."),
    (r"def f(xs):\n     ‖ a, b = 1, 2 ‖ \n    return a + b\n", True, ""),
    (r"def f(xs):\n     ‖ a, b =  ‖ \n    return a + b\n", False, "f"),
    (r" ‖ import os ‖ \nsys.exit()\n", False, "\nsys = ..."),
    (r"def f():\n    pass ‖  ‖ \n\ng()\n", True, ""),
    # In the middle of a line nothing can be added to what the file has.
    (r"def f(xs):\n    x = ( ‖ 1 ‖ )\n    return a\n", False, None),
]


@pytest.mark.parametrize(("case", "may_end", "ending"), CASES)
def test_ending(case: str, may_end: bool, ending: str | None) -> None:
    parts = parse_parts(case)
    language = quoin.load_language("python", level="compiles")
    state = language.quotient(parts.left, parts.right, spare="words", names=()).start()
    guard = PayingConstraint(state, quoin.Vocabulary([b"a"]), Stopwatch(), None, parts.left.encode())
    guard.advance(parts.middle.encode())
    assert guard.member == may_end
    assert guard.closing(thorough=True) == (None if ending is None else ending.encode())
