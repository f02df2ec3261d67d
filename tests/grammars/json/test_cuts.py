"""Cuts of what editors say to a server, and mutants of their middles, against what decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.corpus import source_files
from tests.differential.oracles import oracle_of
from tests.differential.oracles.judging import judged

MAX_BYTES = 40_000
TURNS = 60
MUTANTS = 6
SEED = 20261122


@pytest.mark.parametrize("language", ["json", "jsonc"])
def test_cuts_and_mutants(language: str) -> None:
    oracle = oracle_of(None, language)
    paths = source_files(
        [Path(oracle.facts["library"])], oracle.pattern, with_tests=True, max_bytes=MAX_BYTES
    )
    counts = judged(oracle, paths, ["randspan", "typing"], turns=TURNS, mutants=MUTANTS, seed=SEED)
    assert counts["randspan cuts"] + counts["typing cuts"] > TURNS
