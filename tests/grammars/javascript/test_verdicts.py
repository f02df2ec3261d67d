"""Texts on which quoin says what TypeScript's parser says, and those on which it is known not to."""

from __future__ import annotations

from pathlib import Path

import pytest

from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

LANGUAGES = ("javascript", "typescript", "tsx")


def read_cases(name: str) -> list[tuple[str, str, str]]:
    """Return the language, the verdict and the text of each line, one for each of its languages."""
    return [
        (language, verdict.partition(" ")[2], text)
        for verdict, text in read_verdicts(Path(__file__).with_name(name))
        for language in verdict.partition(" ")[0].split(",")
    ]


CASES = read_cases("verdicts.txt")
GAPS = read_cases("gaps.txt")


@pytest.mark.parametrize(
    ("language", "verdict", "text"), CASES, ids=[f"{name} {text}" for name, _, text in CASES]
)
def test_verdict(language: str, verdict: str, text: str) -> None:
    assert wrong_cuts(language, verdict, text) == []


@pytest.mark.parametrize(
    ("language", "verdict", "text"), GAPS, ids=[f"{name} {text}" for name, _, text in GAPS]
)
def test_known_gap(language: str, verdict: str, text: str) -> None:
    assert wrong_cuts(language, verdict, text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdicts_are_those_of_the_parser(language: str) -> None:
    cases = [(verdict, text) for name, verdict, text in CASES if name == language]
    assert {verdict for verdict, _ in cases} == {"taken", "refused"}
    assert wrong_verdicts(oracle_or_skip(language), cases) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gaps_are_those_of_the_parser(language: str) -> None:
    cases = [
        ("refused" if verdict == "taken" else "taken", text)
        for name, verdict, text in GAPS
        if name == language
    ]
    assert wrong_verdicts(oracle_or_skip(language), cases) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_on_which_the_parser_fails_is_not_judged(language: str) -> None:
    oracle = oracle_or_skip(language)
    verdicts = [oracle.refusal(text) for text in ("async () => { a@b await c }", "a;", "a b;")]
    assert verdicts[0] == f"{GAVE_UP}the parser fails"
    assert verdicts[1] is None
    assert verdicts[2]
