"""A word after which nothing that the model wants can follow is taken back, and another one is written.

A case has the text around the cursor, a number of nats, the tokens that the model prefers at each step, each
of which is less likely than the one before by so many nats, and the text that is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import quoin
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.fakes import END
from tests.engine.decoding.test_steering import Stepwise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.result import Found

CASES = [
    # A name that is not bound yet can only become the name of an argument.
    ("for name in f(█):\n    pass\n", 4.0, [["name", "path"], [")", "suffixes"], ["=path"], [END]], "path"),
    ("for name in f(█):\n    pass\n", 4.0, [["name", "path"], [END, "suffixes"], ["=path"], [END]], "path"),
    # The other one stays, whatever the model thinks of what may follow it.
    ("f(█)\n", 4.0, [["dir", "pat"], ["], ", "h"], ["=path"], [END]], "path=path"),
    # What the model means is left.
    ("f(█)\n", 2.0, [["name", "path"], ["]", "suffixes"], ["=path"], [END]], "namesuffixes=path"),
    ("f(█)\n", 4.0, [["name", "path"], ["=path"], [END]], "name=path"),
    # A word that the user has begun stays.
    ("f(na█)\n", 4.0, [["me", "mes"], ["]", "suffixes"], ["=path"], [END]], "mesuffixes=path"),
]


@pytest.mark.parametrize(("text", "nats", "steps", "expected"), CASES)
def test_which_word_is_written(text: str, nats: float, steps: Sequence[Sequence[str]], expected: str) -> None:
    assert [one.text for one in decoded(text, nats, steps).candidates] == [expected]


def decoded(text: str, nats: float, steps: Sequence[Sequence[str]], given_back: bytes = b"") -> Found:
    """What is found by a model that prefers these tokens."""
    model = Stepwise(steps, nats)
    left, right = text.split("█")
    quotient = quoin.load_language("python", level="compiles").quotient(left, right, names=("f", "path"))
    return found_between(
        model,
        quotient.start(),
        left,
        right,
        given_back=given_back,
        stop="line",
        max_tokens=20,
        prefers_names=True,
    )


@pytest.mark.parametrize(("nats", "expected"), [(3.2, []), (2.8, ["namesab=path"])])
def test_nothing_is_better_than_what_the_model_does_not_mean(nats: float, expected: list[str]) -> None:
    steps = [["(name", "(", "(names"], [END, "s"], [END, "a"], [END, "b"], [END, "=path"], [END]]
    found = decoded("for name in f(█):\n    pass\n", nats, steps, given_back=b"(")
    assert [one.text for one in found.candidates] == expected
    assert found.empty == (not expected)
