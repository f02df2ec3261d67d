"""Texts on which quoin says what rustc's parser says, by edition, and those on which it is known not to."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

import quoin
from grammars.rust.judge import Judge
from tests.support.case_lines import parse_text, read_lines

CASES = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("verdicts.txt"))]
GAPS = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("gaps.txt"))]
EDITION = "2024"

needs_rustc = pytest.mark.skipif(shutil.which("rustc") is None, reason="no `rustc` in PATH")


@cache
def judge(edition: str) -> Judge:
    return Judge(edition)


def is_taken(text: str, edition: str) -> bool:
    """Whether quoin takes a text, which it must do wherever it is cut in two."""
    language = quoin.load_language("rust", version=edition)
    data = text.encode()
    cuts = {0, len(data), len(data) // 2, len(data) // 3}
    verdicts = {
        language.quotient(data[:at], data[at:], spare="nothing").start().member
        for at in cuts
        if at == len(data) or data[at] & 0xC0 != 0x80
    }
    assert len(verdicts) == 1, text
    return verdicts.pop()


@pytest.mark.parametrize(("expected", "text"), CASES, ids=[text for _, text in CASES])
def test_verdict(expected: str, text: str) -> None:
    edition, _, verdict = expected.partition(" ")
    assert is_taken(parse_text(text), edition) == (verdict == "taken")


@needs_rustc
def test_the_verdicts_are_those_of_rustc() -> None:
    wrong = [
        (expected, text)
        for expected, text in CASES
        if (judge(expected.partition(" ")[0]).refusal(parse_text(text)) is None) != expected.endswith("taken")
    ]
    assert wrong == []


@needs_rustc
@pytest.mark.parametrize(("verdict", "text"), GAPS, ids=[text for _, text in GAPS])
def test_known_gap(verdict: str, text: str) -> None:
    text = parse_text(text)
    assert is_taken(text, EDITION) == (verdict == "taken")
    assert (judge(EDITION).refusal(text) is None) == (verdict == "refused")
