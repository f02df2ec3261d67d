"""Going back before a name: it ends, whatever the model wants."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import quoin
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.fakes import END, ScriptedModel
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORDS = [
    "na",
    "me",
    "names",
    " for ",
    " in ",
    " > ",
    "[",
    "]",
    "(",
    ")",
    ", ",
    " = ",
    "\n",
    "os",
    "known",
    "1",
]
SIDES = [
    ("def f(known):\n    x = g(na", "\n"),
    ("x = [", "]\n"),
    ("known = 1\n", "\nprint(total)\n"),
    ("def f():\n    c = [na", "\n        d = 1\n"),
]
MOST_TOKENS = 40


def wishes(seed: int) -> Callable[[str], Sequence[str]]:
    """Return a model that is of another mind at each text, and says the same about the same text."""

    def script(text: str) -> Sequence[str]:
        rng = random.Random(f"{seed} {text}")
        return rng.sample([*WORDS, END], 6)

    return script


@pytest.mark.parametrize("left_right", SIDES)
def test_a_completion_takes_so_many_steps_at_most(left_right: tuple[str, str]) -> None:
    left, right = left_right
    language = quoin.load_language("python", level="compiles")
    quotient = language.quotient(left, right, names=(), importable=("os",))
    most = 0
    for seed in range(max(1, int(12 * EFFORT))):
        model = ScriptedModel(WORDS, wishes(seed))
        found_between(
            model, quotient.start(), left, right, stop="statement", max_tokens=MOST_TOKENS, prefers_names=True
        )
        most = max(most, model.evaluated)
    # The text is decoded twice at most, and goes back from each of its names once.
    assert most <= 10 * MOST_TOKENS
