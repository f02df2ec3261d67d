"""One line a case: a verdict, a colon, `left ‖ middle ‖ right` (see `tests.support.case_lines`).

The verdicts: `member`; `viable`, which is accepted to its end but no member yet; `refused at N`, whose
first N bytes alone are accepted; `empty`, where no middle fits at all. Each is also held against
`ast.parse` on the whole text: it takes the members and nothing else.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin
from grammars.python.judge import refusal
from tests.support.case_lines import parse_parts, read_lines

FILES = sorted(Path(__file__).parent.glob("*.txt"))
CASES = [(file.stem, line) for file in FILES for line in read_lines(file)]


def verdict(left: str, middle: str, right: str) -> str:
    start = quoin.load_language("python").quotient(left, right, spare="nothing").start()
    data = middle.encode()
    taken = start.viable_prefix(data)
    if not start.viable:
        return "empty"
    if taken < len(data):
        return f"refused at {taken}"
    assert start.advance(data)
    return "member" if start.member else "viable"


def check(line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    assert verdict(parts.left, parts.middle, parts.right) == expected
    assert (refusal(parts.text) is None) == (expected == "member")


@pytest.mark.parametrize(("subject", "line"), CASES, ids=[f"{subject}-{line}" for subject, line in CASES])
def test_case(subject: str, line: str) -> None:
    assert subject
    check(line)
