"""What a language keeps for all texts stays small, however many different lines are read."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.quotient.session import Session

if TYPE_CHECKING:
    from quoin.engine.languages.definition import Level

MEGABYTE = 1 << 20
LINES = 2_500
# The limits of the core, and what one text may add before the next one notices.
MOST = {"charts": 8 * MEGABYTE, "lines": 4 * MEGABYTE, "ways": 4 * MEGABYTE}
SLACK = MEGABYTE
DEEPEST = 5
LEAVES = ("a", "b.c", "1", "'x'", "f()", "not a", "*a")
STARTS = ("x = ", "return ", "assert ", "x: ", "raise ", "del ", "yield ")
BRANCHES = (
    "{} + {}",
    "{} and {}",
    "({}, {})",
    "[{} for x in {}]",
    "{{{}: {}}}",
    "lambda x, y={}: {}",
    "({} if a else {})",
    "f({}, k={})",
    "a[{}:{}]",
    "f'{{{}}}' {}",
)


def expression(rng: random.Random, depth: int = 0) -> str:
    """A random expression; not all of them are correct, as while somebody types."""
    if depth == DEEPEST or rng.random() < 0.3:
        return rng.choice(LEAVES)
    return rng.choice(BRANCHES).format(expression(rng, depth + 1), expression(rng, depth + 1))


@pytest.mark.parametrize("level", ["parses", "compiles"])
def test_many_lines(level: Level) -> None:
    language = quoin.load_language("python", level=level)
    session = Session(language, spare="words")
    rng = random.Random(level)
    language.core.forget()
    most = [0, 0, 0]
    for _ in range(LINES):
        text = f"def g():\n    {rng.choice(STARTS)}{expression(rng)}\n"
        cut = rng.randrange(len(text))
        session.quotient(text[:cut], text[cut:], names=[]).start()
        most = list(map(max, most, language.core.memory()))
    for what, size in zip(MOST, most, strict=True):
        assert size < MOST[what] + SLACK, what
    assert most[0] > MEGABYTE
    assert most[1] > MOST["lines"] - SLACK or not language.knows_names


def test_what_is_typed_into_is_not_read_anew() -> None:
    """Charts beyond the limit stay while a line of a text changes, and go with the next text."""
    language = quoin.load_language("python")
    session = Session(language)
    rng = random.Random(1)
    language.core.forget()
    text = "x = 1\n" * 1_000
    size = 0
    while size < MOST["charts"] + MEGABYTE:
        line = f"{rng.choice(STARTS)}{expression(rng)}\n"
        session.quotient(text + line, "x = 2\n").start()
        before, size = size, language.core.memory()[0]
        assert size >= before
    session.quotient("def other(): pass\n", "").start()
    assert language.core.memory()[0] < MEGABYTE
