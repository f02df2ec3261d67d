"""JSON with one line broken away from the cursor is completed for the rest."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.recovery import recover
from tests.support.case_lines import parse_parts

# The text around the cursor and the middle that was there; the numbers of the lines taken as absent.
CASES = [
    (r'{\n  "a": 1,\n  "b": ‖ [2] ‖ \n}\n', ()),
    (r'{\n  "a": ,\n  "b": ‖ [2] ‖ \n}\n', (2,)),
    (r'{\n  a: 1,\n  "b": ‖ 2, ‖ \n  "c": 3\n}\n', (2,)),
    (r'[\n  {\n    "a": ‖ true ‖ \n  },\n  {\n    "b" null\n  }\n]\n', (6,)),
]


@pytest.mark.parametrize("language", ["json", "jsonc"])
@pytest.mark.parametrize(("case", "absent"), CASES)
def test_what_is_absent(language: str, case: str, absent: tuple[int, ...]) -> None:
    parts = parse_parts(case)
    session = quoin.Session(quoin.load_language(language))
    view = recover(session, parts.left.encode(), parts.right.encode())
    assert view is not None
    assert (view.guarantee, view.absent) == ("region" if absent else "file", absent)
    state = view.start()
    assert state.advance(parts.middle.encode())
    assert state.member
