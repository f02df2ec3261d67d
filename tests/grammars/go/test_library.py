"""Go's own library: every file is taken, its cuts are, and mutants of these are judged as go/parser does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test.corpus import source_files
from tests.differential.oracles.judging import judged
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

MAX_BYTES = 20_000
TURNS = 100
MUTANTS = 6
SEED = 20261122
FILES = int(300 * EFFORT)


def library(oracle: Oracle, max_bytes: int) -> list[Path]:
    folder = Path(oracle.facts["library"])
    return source_files([folder], oracle.pattern, with_tests=True, max_bytes=max_bytes)


def test_files_are_taken(oracle: Oracle) -> None:
    paths = [path for path in library(oracle, 1 << 20) if "testdata" not in path.parts]
    refused = []
    for path in random.Random(SEED).sample(paths, min(FILES, len(paths))):
        text = path.read_bytes()
        if not oracle.language.quotient(text, b"").start().member:
            refused.append(path)
    assert not refused


def test_cuts_and_mutants(oracle: Oracle) -> None:
    counts = judged(
        oracle,
        library(oracle, MAX_BYTES),
        ["randspan", "typing"],
        turns=TURNS,
        mutants=MUTANTS,
        seed=SEED,
    )
    assert counts["randspan cuts"] + counts["typing cuts"] > TURNS
