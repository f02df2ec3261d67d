"""The signs of the first scripts and some of all others, in each frame; `signs.py` does all of them."""

from __future__ import annotations

import random
import sys

import pytest

from tests.differential.oracles import Oracle, known_oracles
from tests.differential.pools.signs import FRAMES, disagreements

SIGNS = [*range(0x800), *sorted(random.Random(5).sample(range(0x800, sys.maxunicode + 1), 4000))]


@pytest.mark.parametrize("oracle", known_oracles().values(), ids=known_oracles())
@pytest.mark.parametrize("frame", FRAMES, ids="…".join)
def test_signs(oracle: Oracle, frame: tuple[str, str]) -> None:
    assert not list(map(str, disagreements(oracle, SIGNS, frame)))
