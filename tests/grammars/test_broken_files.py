"""A file with one line broken away from the cursor is completed for the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin
from quoin.engine.recovery import recover
from tests.support.case_lines import parse_parts, read_lines

CASES = [
    (language, absent, case)
    for languages, absent, case in (
        line.split("; ", 2) for line in read_lines(Path(__file__).with_name("broken.txt"))
    )
    for language in languages.split(", ")
]


@pytest.mark.parametrize(("language", "absent", "case"), CASES)
def test_what_is_absent(language: str, absent: str, case: str) -> None:
    parts = parse_parts(case)
    view = recover(quoin.Session(quoin.load_language(language)), parts.left.encode(), parts.right.encode())
    assert view is not None
    lines = tuple(map(int, absent.split()))
    assert (view.guarantee, view.absent) == ("region" if lines else "file", lines)
    state = view.start()
    assert state.advance(parts.middle.encode())
    assert state.member


@pytest.mark.parametrize("name", quoin.language_names())
def test_nonsense_tells_strings_from_code(name: str) -> None:
    """Where it follows code, a repair would take everything after it for a string."""
    language = quoin.load_language(name)
    stand_ins = language.manifest.stand_ins
    assert stand_ins.statements
    nonsense = f"\n{stand_ins.nonsense}".encode()
    for statement in ("", *stand_ins.statements):
        quotient = language.quotient(statement, "")
        assert quotient.empty or not quotient.start().accepts(nonsense)
