"""Another interpreter as the oracle says the same as the running one would, and may die."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from grammars.python.judge import GAVE_UP, refusal
from tests.differential.oracles import Oracle, OtherOracle

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXTS = ("x\n", "x y", "x\0", "'\ud800'", "\ufeffx", "f'{x}'\r\n", "", "é = 1", "'\\N{no}'", "(" * 300)


@pytest.fixture
def other() -> Iterator[OtherOracle]:
    oracle = OtherOracle(sys.executable)
    yield oracle
    oracle.close()


@pytest.mark.parametrize("text", TEXTS)
def test_another_process_of_the_same_interpreter(other: OtherOracle, text: str) -> None:
    assert other.refusal(text) == refusal(text)


def test_many_at_once(other: OtherOracle) -> None:
    assert other.refusals(TEXTS) == [refusal(text) for text in TEXTS]


def test_facts(other: OtherOracle) -> None:
    assert other.facts == Oracle().facts
    assert other.language.version == Oracle().language.version


def test_one_that_dies_has_given_up_and_is_started_anew(other: OtherOracle) -> None:
    assert other.refusal("x") is None
    assert other.process is not None
    other.process.kill()
    other.process.wait()
    assert str(other.refusal("x")).startswith(GAVE_UP)
    assert other.refusal("x") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\n", None),
        ("\ufeffx\n", None),
        ("x y", "invalid syntax"),
        ("x\0", "null byte"),
        ("'\ud800'", "surrogate"),
    ],
)
def test_what_the_oracle_says(text: str, message: str | None) -> None:
    said = refusal(text)
    assert (said is None) == (message is None)
    assert message is None or message in str(said)


def test_an_oracle_that_stops_for_want_of_means_has_judged_nothing() -> None:
    assert str(refusal("-" * 100_000 + "x")).startswith(GAVE_UP)
