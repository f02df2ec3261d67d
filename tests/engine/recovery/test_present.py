"""Blocks that need something behind them or have no end, headers without one, decorators above nothing.

What they need counts as present, and middles fit with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

import pytest

import quoin
from quoin.engine.recovery import View, recover
from quoin.engine.recovery.headers import with_block
from quoin.engine.recovery.owed import lines_added
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.case_lines import Parts, parse_parts, read_lines


def read_case(line: str) -> tuple[str, str, Parts]:
    language, present, parts = line.split(" | ", 2)
    return language, present, parse_parts(parts)


Kind = Literal["owed", "unclosed", "headers"]
CASES = [
    (*read_case(line), kind)
    for kind in get_args(Kind)
    for line in read_lines(Path(__file__).with_name(f"{kind}.txt"))
]
EACH = pytest.mark.parametrize(
    ("language", "present", "parts", "kind"),
    CASES,
    ids=[f"{language}-{parts}" for language, _, parts, _ in CASES],
)


def view_of(language: str, parts: Parts, kind: Kind = "owed") -> View:
    session = quoin.Session(quoin.load_language(language))
    view = recover(session, parts.left.encode(), parts.right.encode(), closing=kind != "owed")
    assert view is not None
    return (with_block(session, view) if kind == "headers" else None) or view


@EACH
def test_what_is_taken_as_present(language: str, present: str, parts: Parts, kind: Kind) -> None:
    view = view_of(language, parts, kind)
    assert (", ".join(one.text.decode().strip() for one in view.present) or "-") == present
    assert (view.guarantee, view.absent) == ("region" if view.present else "file", ())
    state = view.start()
    assert state.advance(parts.middle.encode())
    assert state.member


@EACH
def test_the_file_with_it_is_taken(language: str, present: str, parts: Parts, kind: Kind) -> None:
    oracle, view = oracle_or_skip(language), view_of(language, parts, kind)
    assert oracle.refusal(view.left.decode() + parts.middle + view.right.decode()) is None
    if present == "-":
        assert oracle.refusal(parts.text) is None


@EACH
def test_all_else_is_as_it_was(language: str, present: str, parts: Parts, kind: Kind) -> None:
    view = view_of(language, parts, kind)
    right = view.right
    added = sum(len(one.text) for one in view.present)
    for one in reversed(view.present):
        added -= len(one.text)
        end = one.at + added + len(one.text)
        assert right[one.at + added : end] == one.text
        right = right[: one.at + added] + right[end:]
    assert (view.left.decode(), right.decode()) == (parts.left, parts.right), present


def test_lines_are_counted_as_in_the_file() -> None:
    view = view_of("python", Parts("def f():\n    try:\n        a.", "", "\n    x = 1\n    y = 2\n"))
    for text, line in ((b"x", 1), (b"y", 2)):
        assert view.lines_before(view.right.index(text + b" =")) == line
    assert lines_added(view.present, len(view.right)) == 1
