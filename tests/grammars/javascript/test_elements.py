"""Texts with elements (JSX): quoin says what TypeScript's parser says, wherever the cursor stands."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import quoin
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.case_lines import parse_text, read_lines
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

CASES = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("elements.txt"))]
CUTS = int(40 * EFFORT)


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return oracle_or_skip("javascript")


@pytest.mark.parametrize(("verdict", "text"), CASES, ids=[text for _, text in CASES])
def test_verdict(verdict: str, text: str) -> None:
    data = parse_text(text).encode()
    cuts = list(combinations(range(len(data) + 1), 2))
    language = quoin.load_language("javascript")
    wrong = []
    for first, last in Random(text).sample(cuts, min(CUTS, len(cuts))):
        state = language.quotient(data[:first], data[last:], spare="nothing").start()
        if (state.advance(data[first:last]) and state.member) != (verdict == "taken"):
            wrong.append((data[:first], data[first:last], data[last:]))
    assert wrong == []


def test_the_verdicts_are_those_of_the_parser(oracle: Oracle) -> None:
    wrong = [
        (verdict, text)
        for verdict, text in CASES
        if (oracle.refusal(parse_text(text)) is None) != (verdict == "taken")
    ]
    assert wrong == []
    assert {verdict for verdict, _ in CASES} == {"taken", "refused"}
