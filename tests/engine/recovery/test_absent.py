"""Broken lines, and what fits without them."""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin
from quoin.engine.recovery import recover
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.case_lines import Parts, parse_parts, read_lines


def read_case(line: str) -> tuple[str, str, Parts]:
    language, absent, parts = line.split(" | ", 2)
    return language, absent, parse_parts(parts)


FILES = {"absent.txt": False, "absent_unclosed.txt": True}
CASES = [
    (*read_case(line), closing)
    for name, closing in FILES.items()
    for line in read_lines(Path(__file__).with_name(name))
]


@pytest.mark.parametrize(
    ("language", "absent", "parts", "closing"), CASES, ids=[str(case[2]) for case in CASES]
)
def test_what_is_absent(language: str, absent: str, parts: Parts, *, closing: bool) -> None:
    oracle = oracle_or_skip(language)
    assert oracle.refusal(parts.text) is not None
    session = quoin.Session(quoin.load_language(language))
    view = recover(session, parts.left.encode(), parts.right.encode(), closing=closing)
    assert view is not None
    assert " ".join(map(str, view.absent)) == absent
    state = view.start()
    assert state.advance(parts.middle.encode())
    assert state.member
    assert oracle.refusal(view.left.decode() + parts.middle + view.right.decode()) is None
