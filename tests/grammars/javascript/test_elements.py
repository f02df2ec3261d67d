"""Texts with elements (JSX): quoin says what TypeScript's parser says, wherever the cursor stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.oracles.judging import oracle_or_skip
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

CASES = read_verdicts(Path(__file__).with_name("elements.txt"))


@pytest.mark.parametrize(("verdict", "text"), CASES, ids=[text for _, text in CASES])
def test_verdict(verdict: str, text: str) -> None:
    assert wrong_cuts("javascript", verdict, text) == []


def test_the_verdicts_are_those_of_the_parser() -> None:
    assert wrong_verdicts(oracle_or_skip("javascript"), CASES) == []
    assert {verdict for verdict, _ in CASES} == {"taken", "refused"}
