"""A line of nothing but names that the scope lacks is surer than the model says: `left ‖ middle ‖ right`."""

from __future__ import annotations

import math

import pytest

import quoin
from quoin.engine.decoding.result import Candidate, TokenMark
from quoin.engine.model.worker.names import NEEDED, with_needed_names
from quoin.engine.recovery import View
from tests.support.case_lines import parse_parts

UNSURE = -2.0
SURER = [
    r"import  ‖ json ‖ \n\ndef f():\n    json.loads(a)\n",
    r"import os\nimport js ‖ on ‖ \nprint(os.sep, json.loads)\n",
    r"from pathlib import  ‖ Path ‖ \n\nprint(Path())\n",
    r"def area( ‖ width, height ‖ ):\n    return width * height\n",
    r"import  ‖ json\nx = 1 ‖ \njson.loads(a)\n",
]
AS_SURE = [
    r"import  ‖ json ‖ \n\nprint(os.sep)\n",
    r"import json\nimport  ‖ json ‖ \n\njson.loads(a)\n",
    r" ‖ import json ‖ \n\njson.loads(a)\n",
    r"import  ‖ json.decoder ‖ \n\njson.loads(a)\n",
    r"print( ‖ json ‖ )\njson.loads(a)\n",
    r"def f():\n    import  ‖ json ‖ \n    return 1\n\njson.loads(a)\n",
]


@pytest.mark.parametrize("case", SURER)
def test_names_that_are_lacking(case: str) -> None:
    first, *others = _marks(case)
    assert first == pytest.approx(math.log(NEEDED))
    assert all(other == UNSURE for other in others)


@pytest.mark.parametrize("case", AS_SURE)
def test_other_lines(case: str) -> None:
    assert _marks(case)[0] == UNSURE


def _marks(case: str) -> list[float]:
    """Return how sure a candidate is of each of its lines, whose tokens are its lines."""
    parts = parse_parts(case)
    left, right = parts.left.encode(), parts.right.encode()
    quotient = quoin.load_language("python", level="compiles").quotient(left, right, names=())
    begins = [0, *(at + 1 for at, sign in enumerate(parts.middle) if sign == "\n")]
    candidate = Candidate(parts.middle, 0.0, 1, "end", marks=tuple(TokenMark(at, UNSURE) for at in begins))
    found = with_needed_names(candidate, View(quotient, left, right, (), "file"))
    return [mark.logprob for mark in found.marks]
