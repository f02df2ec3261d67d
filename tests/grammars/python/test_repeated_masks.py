"""Masks where names in a list must differ hold exactly the tokens that are accepted one by one."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from quoin.engine.languages.definition import Level

NAMES = ("a", "b", "ab", "ﬁ", "fi", "é")
LEADS = (
    "",
    " ",
    "(",
    ", ",
    ",",
    "*",
    "f(",
    "lambda ",
    "b, ",
    "a=1, ",
    "f'{",
    "=",
    ": ",
    "def f(",
    "[",
    "class A(",
)
ENDS = (
    "",
    "=",
    ",",
    ")",
    ": ",
    "=1",
    ", a",
    ", b=",
    ", ab)",
    "}'",
    "'",
    "]",
    "):",
    ", *a",
    ", **b=",
    " ",
    "(a=1, a=2)",
)
OTHERS = (
    "1",
    "=1",
    ", ",
    ")",
    "):",
    "}",
    "'",
    "\n",
    "\n    ",
    "a=a=",
    "x, x",
    "x, x=",
    "lambda a, a",
    "\\d",
    "='\\d'",
    "}'",
)
CONTEXTS = (
    ("f(a=1, ", ")\n"),
    ("f(a=1, b", ")\n"),
    ("f(a", ", b=1)\n"),
    ("f(", ")\n"),
    ("f(a=1, b=g(b=1, ", "))\n"),
    ("def f(a, ", "): pass\n"),
    ("def f(a, *, ab=1, ", "): pass\n"),
    ("def ", ": pass\n"),
    ("class A(a=1, ", "): pass\n"),
    ("x = lambda a, ", ": 0\n"),
    ("x = [lambda a, b=lambda ab: a, ", "]\n"),
    ("f(ﬁ=1, ", ")\n"),
    ("f(fi=1, é=2, é", ")\n"),
    ("x = f'{f(a=1, ", ")}'\n"),
    ('x = f\'{f(a=1, b="\\d", ', ")=}'\n"),
    ("x = 'a' + f(a='b', ab=", ")\n"),
    ("f(a='", "')\n"),
    ("x = 1\n", "\ny = 2\n"),
)
LEVELS = (("3.8", "parses"), *product(("3.8", "3.11", "3.12", "3.13", "3.14"), ("compiles",)))


@cache
def pieces() -> tuple[bytes, ...]:
    made = {lead + name + end for lead in LEADS for name in NAMES for end in ENDS}
    return tuple(sorted(piece.encode() for piece in made.union(OTHERS)))


@cache
def vocabulary() -> quoin.Vocabulary:
    return quoin.Vocabulary(pieces())


@pytest.mark.parametrize("names", [None, ("a", "g", "A")])
@pytest.mark.parametrize(("version", "level"), LEVELS)
def test_masks_are_what_is_accepted(version: str, level: Level, names: tuple[str, ...] | None) -> None:
    rng = random.Random(f"{version} {level}")
    language = quoin.load_language("python", version, level=level)
    for left, right in CONTEXTS:
        if version == "3.8" and "f'" in left:
            continue
        quotient = language.quotient(left, right, spare="nothing", names=names)
        for _ in range(int(2 * EFFORT)):
            guard = GrammarConstraint(quotient.start(), vocabulary(), Stopwatch())
            for step in range(3):
                allowed = set(guard.allowed().tolist())
                for number, piece in enumerate(pieces()):
                    assert (number in allowed) == guard.accepts(piece), (left, right, step, piece)
                if not allowed:
                    break
                guard.advance(pieces()[rng.choice(sorted(allowed))])
