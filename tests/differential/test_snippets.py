"""A part of CPython's own tests of its parser, whole and cut; the command of `snippets.py` runs all of it."""

from __future__ import annotations

import random

import pytest

from quoin.lsp_server.grammar_test.differences import smaller
from tests.differential.oracles import Oracle, known_oracles
from tests.differential.pools import PYTHON
from tests.differential.snippets import Suite, snippets_of

FILES = ("test_syntax.py", "test_grammar.py", "test_fstring.py", "test_patma.py", "test_string_literals.py")
PIECES = 500
LARGEST = 1000
ORACLES = pytest.mark.parametrize("oracle", known_oracles().values(), ids=known_oracles())


def compare(oracle: Oracle, pieces: list[str]) -> Suite:
    suite = Suite(oracle, cut_up_to=60, pairs_up_to=12)
    for piece in pieces:
        suite.add(piece)
    small = [str(smaller(oracle.language, oracle, found)) for found in suite.counted.differences[:5]]
    assert not small, "\n".join(small)
    return suite


@ORACLES
def test_pieces_of_the_interpreter_s_own_tests(oracle: Oracle) -> None:
    pieces = [piece for piece in snippets_of(oracle, FILES) if len(piece) <= LARGEST]
    suite = compare(oracle, random.Random(7).sample(pieces, min(PIECES, len(pieces))))
    assert suite.counted.counts["pieces that parse"] > PIECES // 3
    assert suite.counted.counts["pieces that do not"] > PIECES // 20


@ORACLES
def test_pieces_that_mutants_are_made_of(oracle: Oracle) -> None:
    suite = compare(oracle, [*PYTHON.statements, *PYTHON.expressions])
    assert suite.counted.counts["pieces that parse"] > 200
    assert suite.counted.counts["pieces that do not"] > 200
