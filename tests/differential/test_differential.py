"""True middles fit at every byte; mutants fit where `ast.parse` takes the whole file, and only there."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import engine
from lsp_server.harness.cuts import KINDS
from lsp_server.harness.oracle import refusal
from tests.differential.compare import compare, known_looseness
from tests.differential.library import library_files
from tests.differential.mutants import mutant

# Small files, so that many fit in the time; the command takes large ones too.
MAX_BYTES = 12_000
CUTS = 80
MUTANTS = 3
SEED = 20240711


@pytest.mark.parametrize("kind", KINDS)
def test_cuts_and_mutants(kind: str) -> None:
    counts: Counter[str] = Counter()
    differences: list[str] = []
    language = engine.load_language("python")
    files = library_files(MAX_BYTES)
    for report in compare(language, files, [kind], cuts=CUTS, mutants=MUTANTS, seed=SEED):
        counts += report.counts
        differences += map(str, report.differences)
    assert not differences, "\n".join(differences)
    assert counts[f"{kind} cuts"] == CUTS
    assert counts["mutants that parse"] > CUTS // 4
    assert counts["mutants that do not"] > CUTS // 4


def test_mutants_change_most_middles() -> None:
    rng = random.Random(1)
    text = "if a:\n    b = ['c']\n"
    mutants = {mutant(text, rng) for _ in range(200)}
    assert len(mutants - {text}) > 60


@pytest.mark.parametrize(
    ("text", "is_loose"),
    [("f'{'", True), ("a = f'{b c}'", True), ("a b", False), ("f() = 1", False), ("(", False)],
)
def test_what_is_loose_on_purpose(text: str, is_loose: bool) -> None:
    message = refusal(text)
    assert message is not None
    assert any(pattern.search(message) for pattern in known_looseness()) == is_loose
