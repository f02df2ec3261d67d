"""The examples of Java: cuts of them and mutants of these are judged as javac's parser does."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.grammar_test.corpus import source_files
from quoin.lsp_server.harness.cuts import KINDS
from tests.differential.oracles.judging import judged
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

# Where there are sources of the toolchain's own library, which few installations have.
VARIABLE = "QUOIN_JAVA_SOURCES"
MAX_BYTES = 20_000
TURNS = 60
MUTANTS = 12
FILES = int(300 * EFFORT)
SEED = 20261122
# A header whose body stands after the cursor with a constructor of another name needs another class between,
# to which the search for a completion does not always come.
MAX_UNFINISHED = 3


def sources(oracle: Oracle, max_bytes: int) -> list[Path]:
    folder = Path(os.environ.get(VARIABLE) or oracle.facts["library"])
    return source_files([folder], oracle.pattern, with_tests=True, max_bytes=max_bytes)


def test_files_are_taken(oracle: Oracle) -> None:
    paths = sources(oracle, 1 << 20)
    chosen = random.Random(SEED).sample(paths, min(FILES, len(paths)))
    refused = [path for path in chosen if not oracle.language.quotient(path.read_bytes(), b"").start().member]
    assert chosen
    assert not refused


@pytest.mark.parametrize("kind", KINDS)
def test_cuts_and_mutants(oracle: Oracle, kind: str) -> None:
    paths = sources(oracle, MAX_BYTES)
    counts = judged(oracle, paths, [kind], turns=TURNS, mutants=MUTANTS, seed=SEED, unfinished=MAX_UNFINISHED)
    assert counts[f"{kind} cuts"] > TURNS // 2
