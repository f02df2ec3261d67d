"""Texts of Bash with their verdicts, mutants of examples, and what a document takes of the right context."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.grammars.test_published import files, mutants, takes
from tests.support.case_lines import parse_text, read_lines
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

SEED = 20261125
# Mutants that both take, for each that only Bash takes.
MOST_TAKEN = 10
VERDICTS = [line.split(" ", 1) for line in read_lines(Path(__file__).with_name("verdicts.txt"))]
# The first word of a line, and whether quoin takes the text and whether Bash does.
KINDS = {"takes": (True, True), "refuses": (False, False), "gap": (False, True)}


@pytest.mark.parametrize(("kind", "written"), VERDICTS)
def test_verdict(oracle: Oracle, kind: str, written: str) -> None:
    text = parse_text(written)
    taken = oracle.language.quotient(text, "").start().member, oracle.refusal(text) is None
    assert taken == KINDS[kind], oracle.refusal(text)
    assert oracle.language.quotient("", text).start().member == taken[0]


def test_what_is_taken_bash_takes(oracle: Oracle) -> None:
    """Mutants of the examples; quoin refuses some that Bash takes, of the kinds in the list of verdicts."""
    chance, count = random.Random(SEED), Counter[tuple[bool, bool]]()
    for file in files("bash"):
        for _, mutant in zip(range(int(100 * EFFORT)), mutants(file.read_text(), chance), strict=False):
            verdicts = takes("bash", mutant), oracle.refusal(mutant) is None
            count[verdicts] += 1
            assert verdicts != (True, False), mutant
    assert count[True, True] > count[False, True] * MOST_TAKEN, count
    assert count[False, False] > 50, count


DOCUMENTS = [
    ("cat ", "<<EOF", "\na\ncat <<EOF\nb\nEOF\n", False),
    ("cat ", "<<EOF", "\na\nEOF\n", False),
    ("cat ", "<<EOF\na\nEOF", "\nb\n", True),
    ("cat ", "<<EOF\na\n", "EOF\n", False),
    ("cat <<END\n", "a\n", "cat <<EOF\nb\nEOF\nEND\n", True),
    ("cat ", "<<EOF\na\nEOF\n", "a\ncat <<EOF\nb\nEOF\n", True),
    ("cat <<EOF\na\n", "b\n", "EOF\nc\n", True),
    ("cat <<EOF\na\n", "EOF\n", "b\n", True),
    ("cat <<EOF\na\n", "EOF\n", "EOF\nb\n", True),
    ("cat <<EOF\na\nEO", "", "F\nb\n", True),
    ("cat <<EOF\na\nEO", "x", "F\nb\n", False),
    ("cat <<E", "OF", "\na\nEOF\n", True),
    ("cat <<E", "ND", "\na\nEOF\n", False),
    ("cat <<WORD ", "| b", "\na\nWORD\n", True),
    ("cat <<WORD ", "| b", "\na\nEOF\n", False),
]


@pytest.mark.parametrize(("left", "middle", "right", "is_member"), DOCUMENTS)
def test_documents(oracle: Oracle, left: str, middle: str, right: str, is_member: bool) -> None:
    """What the middle begins takes no code, and documents before the cursor end where their words say."""
    state = oracle.language.quotient(left, right, spare="code").start()
    assert (state.advance(middle.encode()) and state.member) == is_member
