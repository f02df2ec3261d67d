"""Replays each file's cases in one session: the oracle's verdict, and the same as without a session.

A line is `grammar: ` and a line of a grammar without layout (Python's where there is none), or
`case: ` and `left ‖ middle ‖ right` (see `tests.support.case_lines`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from lsp_server.harness.oracle import refusal
from tests.support.case_lines import Parts, parse_parts, read_lines
from tests.support.lexing import PlainOracle
from tests.support.small_language import small_language

FILES = sorted(Path(__file__).parent.glob("*.txt"))


def facts(quotient: engine.Quotient, middle: str) -> tuple[object, ...]:
    state = quotient.start()
    taken = state.viable_prefix(middle.encode())
    member = state.advance(middle.encode()) and state.member
    return quotient.problem, taken, member


def check(language: engine.Language, session: engine.Session, parts: Parts, *, is_program: bool) -> None:
    fresh = facts(language.quotient(parts.left, parts.right), parts.middle)
    assert facts(session.quotient(parts.left, parts.right), parts.middle) == fresh
    problem, taken, member = fresh
    assert member == is_program
    if is_program:
        assert (problem, taken) == (None, len(parts.middle.encode()))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_replay(file: Path) -> None:
    lines = [line.partition(": ") for line in read_lines(file)]
    grammar = "\n".join(text for kind, _, text in lines if kind == "grammar")
    language = small_language(grammar) if grammar else engine.load_language("python")
    oracle = PlainOracle(language) if grammar else lambda text: refusal(text) is None
    session = engine.Session(language)
    cases = [parse_parts(text) for kind, _, text in lines if kind == "case"]
    assert cases
    for parts in cases:
        check(language, session, parts, is_program=oracle(parts.text))
