"""Texts that the parser takes and engines may not: quoin says both, by its level."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.oracles.judging import oracle_or_skip
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

CASES = read_verdicts(Path(__file__).with_name("early.txt"))


@pytest.mark.parametrize("language", ["javascript", "typescript"])
@pytest.mark.parametrize(("verdict", "text"), CASES, ids=[text for _, text in CASES])
def test_verdict(language: str, verdict: str, text: str) -> None:
    assert wrong_cuts(language, verdict, text, level="compiles") == []
    assert wrong_cuts(language, "taken", text) == []


def test_the_verdicts_are_those_of_an_engine() -> None:
    assert wrong_verdicts(oracle_or_skip("compiled_javascript"), CASES) == []
    assert wrong_verdicts(oracle_or_skip("javascript"), [("taken", text) for _, text in CASES]) == []
    assert {verdict for verdict, _ in CASES} == {"taken", "refused"}
