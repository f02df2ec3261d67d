"""The view of a file does not depend on what was typed in it before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import quoin
from quoin.engine.recovery import View, recover
from tests.support.case_lines import Parts, parse_parts, read_lines

FILE = Path(__file__).with_name("absent.txt")
LANGUAGES = ("python", "c", "html", "typescript")
EDITS = 5


def files(language: str) -> list[Parts]:
    cases = [line.split(" | ", 2) for line in read_lines(FILE)]
    return [parse_parts(parts) for name, _, parts in cases if name == language]


def shown(view: View | None) -> object:
    return None if view is None else (view.contexts, view.absent, view.present, view.guarantee, view.closed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_view_is_that_of_a_new_session(language: str) -> None:
    definition, rng = quoin.load_language(language), random.Random(language)
    session = quoin.Session(definition)
    for parts in files(language):
        left, right, typed = parts.left, parts.right, ""
        for _ in range(EDITS):
            sides = (left + typed).encode(), right.encode()
            known = shown(recover(session, *sides, closing=True))
            assert known == shown(recover(quoin.Session(definition), *sides, closing=True))
            left, right, typed = _edited(rng, parts, left, right, typed)


def _edited(rng: random.Random, parts: Parts, left: str, right: str, typed: str) -> tuple[str, str, str]:
    """Return the file and what is typed in it after a key, a deletion, or an edit of another line."""
    if rng.random() < 0.6:
        return left, right, parts.middle[: len(typed) + 1]
    lines = left.split("\n") if rng.random() < 0.5 else right.split("\n")
    is_left = lines == left.split("\n")
    at = rng.randrange(len(lines))
    cut = rng.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:cut] + rng.choice(["", "x", "(", "}", "\n"]) + lines[at][cut + rng.randrange(2) :]
    changed = "\n".join(lines)
    return (changed, right, typed) if is_left else (left, changed, typed)
