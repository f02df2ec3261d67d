"""Texts on which quoin says what PyYAML's parser says, and those which it is known to refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.oracles.judging import oracle_or_skip
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

CASES = read_verdicts(Path(__file__).with_name("verdicts.txt"))
GAPS = read_verdicts(Path(__file__).with_name("gaps.txt"))


@pytest.mark.parametrize(("verdict", "text"), CASES, ids=[text for _, text in CASES])
def test_verdict(verdict: str, text: str) -> None:
    assert wrong_cuts("yaml", verdict, text) == []


def test_the_verdicts_are_those_of_the_parser() -> None:
    assert wrong_verdicts(oracle_or_skip("yaml"), CASES) == []


@pytest.mark.parametrize(("verdict", "text"), GAPS, ids=[text for _, text in GAPS])
def test_known_gap(verdict: str, text: str) -> None:
    assert wrong_cuts("yaml", verdict, text) == []


def test_the_gaps_are_those_of_the_parser() -> None:
    opposite = {"taken": "refused", "refused": "taken"}
    assert wrong_verdicts(oracle_or_skip("yaml"), [(opposite[verdict], text) for verdict, text in GAPS]) == []
