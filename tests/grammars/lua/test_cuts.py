"""Cuts of the examples, and mutants of their middles, against Lua."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.differential.oracles.judging import judged_examples
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle


def test_cuts_and_mutants(oracle: Oracle) -> None:
    judged_examples(oracle, turns=int(150 * EFFORT), mutants=6, seed=20261122, max_bytes=20_000)
