"""Bodies of functions that the parser takes and the compiler may not: quoin says both, by its level."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.oracles.judging import oracle_or_skip
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

HEAD = r"package a\n\n"
CASES = [(verdict, HEAD + text) for verdict, text in read_verdicts(Path(__file__).with_name("contexts.txt"))]


@pytest.mark.parametrize(("verdict", "text"), CASES)
def test_verdict(verdict: str, text: str) -> None:
    assert wrong_cuts("go", verdict, text, level="compiles") == []
    assert wrong_cuts("go", "taken", text) == []


def test_the_verdicts_are_those_of_the_compiler() -> None:
    assert wrong_verdicts(oracle_or_skip("compiled_go"), CASES) == []
    assert wrong_verdicts(oracle_or_skip("go"), [("taken", text) for _, text in CASES]) == []
    assert {verdict for verdict, _ in CASES} == {"taken", "refused"}
