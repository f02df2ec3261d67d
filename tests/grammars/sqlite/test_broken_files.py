"""SQL with one line broken away from the cursor is completed for the rest."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.recovery import recover
from tests.support.case_lines import parse_parts

# The text around the cursor and the middle that was there; the numbers of the lines taken as absent.
CASES = [
    (r"SELECT 1;\nSELECT a\n  FROM ‖ t ‖ \n WHERE b;\n", ()),
    (r"SELECT FROM;\nSELECT a\n  FROM ‖ t ‖ \n WHERE b;\n", (1,)),
    (r"CREATE TABLE t (\n  a ‖ INTEGER ‖ ,\n  b INTEGER\n);\nINSERT t VALUES (1);\nSELECT 1;\n", (5,)),
    (r"UPDATE t SET a == ;\nCREATE TABLE t (\n  a ‖ INTEGER NOT NULL ‖ ,\n  b INTEGER\n);\n", (1,)),
    (r"CREATE TABLE t (\n  a INTEGER,\n  b INTEGER NOT,\n  c ‖ TEXT ‖ \n);\n", (3,)),
]


@pytest.mark.parametrize(("case", "absent"), CASES)
def test_what_is_absent(case: str, absent: tuple[int, ...]) -> None:
    parts = parse_parts(case)
    view = recover(quoin.Session(quoin.load_language("sqlite")), parts.left.encode(), parts.right.encode())
    assert view is not None
    assert (view.guarantee, view.absent) == ("region" if absent else "file", absent)
    state = view.start()
    assert state.advance(parts.middle.encode())
    assert state.member
