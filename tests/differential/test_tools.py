"""The means themselves: mutants change texts, differences become small, turns do not depend on each other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.grammar_test.corpus import Corpus, source_files
from quoin.lsp_server.grammar_test.differences import TAKEN, Difference, message_kind, smaller
from tests.differential import tokens
from tests.differential.mutants import mutant
from tests.differential.oracles import Oracle
from tests.differential.pools import PYTHON
from tests.support.case_lines import Parts, parse_parts

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ["randspan", "typing"]


class Fussy(Oracle):
    """Refuses what has a certain word in it, and takes everything else."""

    def refusal(self, text: str) -> str | None:
        return f"no '{len(text)}' of this" if "wrong" in text else None


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (r"def f():\n    a = 1\n ‖     b = wrong\n ‖     return a\n", "‖ wrong ‖"),
        (r"if a:\n    b = (c, ‖ wrong, ‖ d)\n", "‖ wrong ‖"),
    ],
)
def test_a_difference_made_small(case: str, expected: str) -> None:
    there = Difference(TAKEN, parse_parts(case), "no '8' of this")
    small = smaller(Oracle().language, Fussy(), there)
    assert small.parts == parse_parts(expected)
    assert small.small


def test_a_difference_that_there_is_not_stays_as_it_is() -> None:
    there = Difference(TAKEN, Parts("a", " = ", "b"), "message")
    small = smaller(Oracle().language, Oracle(), there)
    assert small.parts == there.parts
    assert "not from scratch" in small.remark


def test_kinds_of_messages_leave_out_what_is_quoted() -> None:
    messages = ("invalid character '“' (U+201C)", "invalid character 'é' (U+00E9)")
    assert len({message_kind(message) for message in messages}) == 1


@pytest.mark.parametrize("text", ["", "if a:\n    b = f'{c!r}' + 0x1f # d\r\n", "x\\\n\t'''y'''\f**=\0"])
def test_tokens_are_the_whole_text(text: str) -> None:
    assert "".join(tokens.split(text)) == text


def test_mutants_change_most_middles() -> None:
    rng = random.Random(1)
    text = "if a:\n    b = ['c']\n"
    mutants = {mutant(text, ["a", "if"], PYTHON, rng) for _ in range(200)}
    assert len(mutants - {text}) > 120


def test_turns_by_number_and_seed(tmp_path: Path) -> None:
    for name, text in {
        "a.py": "x = 1\n" * 9,
        "b.py": "def f(a, b):\n    return a\n",
        "c.py": "not a program",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = source_files([tmp_path], "*.py", with_tests=False, max_bytes=1000)
    one, other = Corpus(Oracle(), paths), Corpus(Oracle(), paths)
    turns = [list(one.turn(number, KINDS, 3)) for number in range(12)]
    assert turns == [list(other.turn(number, KINDS, 3)) for number in reversed(range(12))][::-1]
    assert {len(turn) for turn in turns} == {0, 2}
    assert turns != [list(one.turn(number, KINDS, 4)) for number in range(12)]
