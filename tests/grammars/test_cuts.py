"""Cuts of a language's examples, and mutants of their middles, against its own parser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.grammar_test.corpus import source_files
from tests.differential.oracles.judging import judged, judged_examples
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

SEED = 20261122
TURNS = 60


# In Rust, a right context that begins within a raw string does not always have a completion.
UNFINISHED = {"rust": 2}


@pytest.mark.parametrize("language", ["lua", "rust", "sqlite", "toml"])
def test_cuts_and_mutants(oracle: Oracle, language: str) -> None:
    assert oracle.language.name == language
    most = UNFINISHED.get(language, 0)
    turns = int(60 * EFFORT)
    judged_examples(oracle, turns=turns, mutants=6, seed=SEED, max_bytes=20_000, unfinished=most)


@pytest.mark.parametrize("language", ["json", "jsonc"])
def test_cuts_of_what_editors_say_to_a_server(oracle: Oracle, language: str) -> None:
    assert oracle.language.name == language
    folders = [Path(oracle.facts["library"])]
    paths = source_files(folders, oracle.pattern, with_tests=True, max_bytes=40_000)
    counts = judged(oracle, paths, ["randspan", "typing"], turns=TURNS, mutants=6, seed=SEED)
    assert counts["randspan cuts"] + counts["typing cuts"] > TURNS
