"""True middles fit at every byte; mutants fit where the interpreter takes the whole file, and only there."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from lsp_server.harness.cuts import KINDS
from lsp_server.harness.oracle import GAVE_UP, refusal
from tests.differential.compare import Comparison
from tests.differential.corpus import Corpus, python_files
from tests.differential.differences import Difference, smaller
from tests.differential.mutants import mutant
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
    paths = python_files([Path(oracle.facts["library"])], with_tests=False, max_bytes=MAX_BYTES)
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


def test_mutants_change_most_middles() -> None:
    rng = random.Random(1)
    text = "if a:\n    b = ['c']\n"
    mutants = {mutant(text, ["a", "if"], rng) for _ in range(200)}
    assert len(mutants - {text}) > 120


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\n", None),
        ("\ufeffx\n", None),
        ("x y", "invalid syntax"),
        ("x\0", "null byte"),
        ("'\ud800'", "surrogate"),
    ],
)
def test_what_the_oracle_says(text: str, message: str | None) -> None:
    said = refusal(text)
    assert (said is None) == (message is None)
    assert message is None or message in str(said)


def test_an_oracle_that_stops_for_want_of_means_has_judged_nothing() -> None:
    assert str(refusal("-" * 100_000 + "x")).startswith(GAVE_UP)
