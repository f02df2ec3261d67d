"""Texts with the verdicts of a language's own parser: quoin says the same, wherever the cursor stands."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import quoin
from tests.support.case_lines import parse_text, read_lines
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.languages.definition import Level
    from tests.differential.oracles import Oracle

_CUTS = max(1, int(15 * EFFORT))


def read_verdicts(file: Path) -> list[tuple[str, str]]:
    """Return the verdict, `taken` or `refused`, and the text of each line of a file of cases."""
    return [(verdict, text) for verdict, _, text in (line.partition(": ") for line in read_lines(file))]


def wrong_cuts(
    name: str, verdict: str, text: str, level: Level = "parses"
) -> list[tuple[bytes, bytes, bytes]]:
    """Return the cuts of a text, in left context, middle and right context, with another verdict of quoin."""
    data = parse_text(text).encode()
    cuts = list(combinations(range(len(data) + 1), 2))
    language = quoin.load_language(name, level=level)
    wrong = []
    for first, last in Random(text).sample(cuts, min(_CUTS, len(cuts))):
        state = language.quotient(data[:first], data[last:], spare="nothing").start()
        if (state.advance(data[first:last]) and state.member) != (verdict == "taken"):
            wrong.append((data[:first], data[first:last], data[last:]))
    return wrong


def wrong_verdicts(oracle: Oracle, cases: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the cases of which the language's own parser says something else than they do."""
    return [
        (verdict, text)
        for verdict, text in cases
        if (oracle.refusal(parse_text(text)) is None) != (verdict == "taken")
    ]
