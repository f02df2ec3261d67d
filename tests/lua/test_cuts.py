"""Cuts of the examples, and mutants of their middles, against Lua."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.differential.corpus import source_files
from tests.differential.judging import judged
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

MAX_BYTES = 20_000
TURNS = int(150 * EFFORT)
MUTANTS = 6
SEED = 20261122


def test_cuts_and_mutants(oracle: Oracle) -> None:
    paths = source_files(
        [Path(oracle.facts["library"])], oracle.pattern, with_tests=True, max_bytes=MAX_BYTES
    )
    counts = judged(oracle, paths, ["randspan", "typing"], turns=TURNS, mutants=MUTANTS, seed=SEED)
    assert counts["randspan cuts"] + counts["typing cuts"] > TURNS
    gave_up = sum(count for name, count in counts.items() if "gave up" in name)
    assert gave_up < counts["mutants"] / 20
