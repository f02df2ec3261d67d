"""True middles fit at every byte; mutants fit where the interpreter takes the whole file, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from quoin.lsp_server.grammar_test.corpus import source_files
from quoin.lsp_server.harness.cuts import KINDS
from tests.differential.oracles import Oracle, known_oracles
from tests.differential.oracles.judging import judged

# Small files, so that many fit in the time; the command takes large ones too.
MAX_BYTES = 12_000
TURNS = 80
MUTANTS = 5
SEED = 20240711


@pytest.mark.parametrize("oracle", known_oracles().values(), ids=known_oracles())
@pytest.mark.parametrize("kind", KINDS)
def test_cuts_and_mutants(oracle: Oracle, kind: str) -> None:
    paths = source_files([Path(oracle.facts["library"])], "*.py", with_tests=False, max_bytes=MAX_BYTES)
    counts = judged(oracle, paths, [kind], turns=TURNS, mutants=MUTANTS, seed=SEED)
    assert counts[f"{kind} cuts"] > 0.8 * TURNS
