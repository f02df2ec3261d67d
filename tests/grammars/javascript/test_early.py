"""Texts that the parser takes and engines may not: quoin says both, by its level."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.oracles.judging import oracle_or_skip
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

FOLDER = Path(__file__).parent
CASES = read_verdicts(FOLDER / "early.txt")
# TypeScript takes these, since they are no mistakes where something is only declared.
OF_JAVASCRIPT = read_verdicts(FOLDER / "early_values.txt")
# Nor does its parser know what strict code is.
STRICT = read_verdicts(FOLDER / "strict.txt")


@pytest.mark.parametrize(
    ("language", "verdict", "text"),
    [
        *(("javascript", *case) for case in [*CASES, *OF_JAVASCRIPT, *STRICT]),
        *(("typescript", *case) for case in CASES),
        *(("typescript", "taken", text) for _, text in [*OF_JAVASCRIPT, *STRICT]),
    ],
)
def test_verdict(language: str, verdict: str, text: str) -> None:
    assert wrong_cuts(language, verdict, text, level="compiles") == []
    assert wrong_cuts(language, "taken", text) == []


@pytest.mark.parametrize("cases", [CASES, OF_JAVASCRIPT, STRICT])
def test_the_verdicts_are_those_of_an_engine(cases: list[tuple[str, str]]) -> None:
    assert wrong_verdicts(oracle_or_skip("compiled_javascript"), cases) == []
    assert wrong_verdicts(oracle_or_skip("javascript"), [("taken", text) for _, text in cases]) == []
    assert {verdict for verdict, _ in cases} == {"taken", "refused"}
