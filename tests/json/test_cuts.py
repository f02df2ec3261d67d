"""Cuts of what editors say to a server, and mutants of their middles, against what decides."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.differential.compare import Comparison
from tests.differential.corpus import Corpus, source_files
from tests.differential.differences import Difference, smaller
from tests.differential.oracles import oracle_of

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
    corpus, comparison = Corpus(oracle, paths), Comparison(oracle)
    counts: Counter[str] = Counter()
    differences: list[Difference] = []
    for number in range(TURNS):
        for case in corpus.turn(number, ["randspan", "typing"], SEED):
            report = comparison.case(case, MUTANTS, SEED)
            counts += report.counts
            differences += report.differences
    small = [str(smaller(oracle.language, oracle, difference)) for difference in differences[:3]]
    assert not differences, "\n".join(small)
    assert counts["randspan cuts"] + counts["typing cuts"] > TURNS
    assert counts["mutants that parse"] > TURNS
    assert counts["mutants that do not"] > TURNS
