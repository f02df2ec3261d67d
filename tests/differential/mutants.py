"""Mutants of a middle: what a hand slips into, and what a parser may get wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

_TOKEN = regex.compile(r"\w+|\s+|[^\w\s]")
_BRACKETS = "()[]{}"
_QUOTES = ("'", '"', "'''", '"""')


def mutant(text: str, rng: random.Random) -> str:
    """Change a text in one place; the same text where the change finds no place."""
    return rng.choice(_CHANGES)(text, rng)


def _insert(text: str, piece: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + piece + text[at:]


def _drop_one_of(text: str, signs: str, rng: random.Random) -> str:
    places = [at for at, sign in enumerate(text) if sign in signs]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + text[at + 1 :]


def _change_tokens(text: str, rng: random.Random, change: Callable[[list[str], int], None]) -> str:
    tokens = _TOKEN.findall(text)
    if tokens:
        change(tokens, rng.randrange(len(tokens)))
    return "".join(tokens)


def _swap(tokens: list[str], at: int) -> None:
    other = min(at + 1, len(tokens) - 1)
    tokens[at], tokens[other] = tokens[other], tokens[at]


def _double(tokens: list[str], at: int) -> None:
    tokens.insert(at, tokens[at])


def _drop(tokens: list[str], at: int) -> None:
    del tokens[at]


def _change_indentation(text: str, rng: random.Random) -> str:
    places = [at + 1 for at, sign in enumerate(text) if sign == "\n"]
    if not places:
        return text
    at = rng.choice(places)
    if rng.random() < 0.5:
        return text[:at] + rng.choice([" ", "  ", "    ", "\t"]) + text[at:]
    rest = text[at:]
    blanks = len(rest) - len(rest.lstrip(" \t"))
    return text[:at] + rest[rng.randint(0, blanks) :]


_CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    lambda text, rng: _drop_one_of(text, _BRACKETS, rng),
    lambda text, rng: _insert(text, rng.choice(_BRACKETS), rng),
    lambda text, rng: _drop_one_of(text, "'\"", rng),
    lambda text, rng: _insert(text, rng.choice(_QUOTES), rng),
    lambda text, rng: _drop_one_of(text, ":,=.", rng),
    lambda text, rng: _insert(text, rng.choice([":", ",", "=", ".", "\\", "\n", ";", "#", "*"]), rng),
    lambda text, rng: _change_tokens(text, rng, _swap),
    lambda text, rng: _change_tokens(text, rng, _double),
    lambda text, rng: _change_tokens(text, rng, _drop),
    _change_indentation,
)
