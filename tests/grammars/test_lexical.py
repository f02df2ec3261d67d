"""Languages of which only brackets, strings and comments are known: their examples against their judge."""

from __future__ import annotations

import pytest

from tests.differential.oracles.judging import judged_examples, oracle_or_skip
from tests.support.effort import EFFORT

SEED = 20261124


@pytest.mark.parametrize("language", ["c_like", "haskell_like", "lisp", "ruby_like"])
def test_cuts_of_examples(language: str) -> None:
    oracle = oracle_or_skip(language)
    judged_examples(oracle, turns=int(40 * EFFORT), mutants=12, seed=SEED, max_bytes=20_000)
