"""True middles fit at every byte; mutants fit where the interpreter takes the whole file, and only there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lsp_server.harness.cuts import KINDS
from tests.differential.compare import Comparison
from tests.differential.corpus import Corpus, source_files
from tests.differential.differences import Difference, smaller
from tests.differential.oracles import Oracle, known_oracles

# Small files, so that many fit in the time; the command takes large ones too.
MAX_BYTES = 12_000
TURNS = 80
MUTANTS = 5
SEED = 20240711


@pytest.mark.parametrize("oracle", known_oracles().values(), ids=known_oracles())
@pytest.mark.parametrize("kind", KINDS)
def test_cuts_and_mutants(oracle: Oracle, kind: str) -> None:
    counts: Counter[str] = Counter()
    differences: list[Difference] = []
    comparison = Comparison(oracle)
    paths = source_files([Path(oracle.facts["library"])], with_tests=False, max_bytes=MAX_BYTES)
    corpus = Corpus(oracle, paths)
    for number in range(TURNS):
        for case in corpus.turn(number, [kind], SEED):
            report = comparison.case(case, MUTANTS, SEED)
            counts += report.counts
            differences += report.differences
    small = [str(smaller(oracle.language, oracle, difference)) for difference in differences[:3]]
    assert not differences, "\n".join(small)
    assert counts[f"{kind} cuts"] > 0.8 * TURNS
    assert counts["mutants that parse"] > TURNS
    assert counts["mutants that do not"] > TURNS
