"""Lua with one line broken away from the cursor is completed for the rest."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.recovery import recover
from tests.support.case_lines import parse_parts

# The text around the cursor and the middle that was there; the numbers of the lines taken as absent.
CASES = [
    (r"local a = 1\nlocal b = ‖ a + 1 ‖ \nreturn b\n", ()),
    (r"local = 1\nlocal b = ‖ a + 1 ‖ \nreturn b\n", (1,)),
    (r"local t = {\n  a = 1,\n  b = ‖ 2 ‖ ,\n}\nif a then\n  f(,)\nend\n", (6,)),
    (r"f(function()\n  x = = 1\n  g(‖ 1 ‖ )\nend)\n", (2,)),
]


@pytest.mark.parametrize(("case", "absent"), CASES)
def test_what_is_absent(case: str, absent: tuple[int, ...]) -> None:
    parts = parse_parts(case)
    view = recover(quoin.Session(quoin.load_language("lua")), parts.left.encode(), parts.right.encode())
    assert view is not None
    assert (view.guarantee, view.absent) == ("region" if absent else "file", absent)
    state = view.start()
    assert state.advance(parts.middle.encode())
    assert state.member
