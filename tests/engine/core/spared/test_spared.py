"""Code after the cursor stays code, and words stay words: one line a case, in every language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

import quoin
from tests.support.case_lines import parse_parts, read_lines

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import Spare

CASES = list(read_lines(Path(__file__).with_name("cases.txt")))


@pytest.mark.parametrize("line", CASES)
def test_case(line: str) -> None:
    heading, _, case = line.partition(": ")
    language, spare, expected = heading.split()
    parts = parse_parts(case)
    start = (
        quoin.load_language(language).quotient(parts.left, parts.right, spare=cast("Spare", spare)).start()
    )
    assert start.advance(parts.middle.encode())
    assert ("member" if start.member else "viable") == expected
    # What is no member yet can become one.
    rest = start.completion()
    assert rest is not None
    assert start.advance(rest)
    assert start.member


@pytest.mark.parametrize("language", quoin.language_names())
def test_the_language_itself_takes_more(language: str) -> None:
    """Without the condition, what swallows code is a member: so the cases are about the condition."""
    cases = [line for line in CASES if line.startswith(f"{language} code viable: ")]
    for line in cases:
        parts = parse_parts(line.partition(": ")[2])
        loose = quoin.load_language(language).quotient(parts.left, parts.right, spare="nothing").start()
        assert loose.advance(parts.middle.encode())
    assert cases


@pytest.mark.parametrize(
    ("language", "left", "right", "expected"),
    [
        ("python", "x = ", "\n", "code"),
        ("python", "x = fo", "o\n", "words"),
        ("python", "x = 'a", "b'\n", "words"),
        ("python", "impo", "rt os\n", "code"),
        ("python", "x = (a", ")' % b)\n", "lines"),
        ("python", "x = ", "def(\n", "nothing"),
        ("python", "x = )", "\n", None),
        ("lua", "local x = (m.V", ')" % b)\n', "lines"),
        ("go", "package p\nvar x = f(a", ')" + b)\n', "lines"),
        ("php", "<?php\n$", 'a");\n', "lines"),
        ("php", "<?php\n", "a)\n", "nothing"),
    ],
)
def test_what_is_spared(language: str, left: str, right: str, expected: str | None) -> None:
    assert quoin.load_language(language).quotient(left, right, spare="words").spares == expected
    loose = quoin.load_language(language).quotient(left, right, spare="nothing").spares
    assert loose == ("nothing" if expected else None)
