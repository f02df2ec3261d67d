"""All sequences of a few pieces in each frame; `exhaustive.py` takes longer ones."""

from __future__ import annotations

import pytest

from tests.differential.exhaustive import FRAMES, Frame, disagreements
from tests.differential.oracles import Oracle, known_oracles

SHORTER = 1


@pytest.mark.parametrize("oracle", known_oracles().values(), ids=known_oracles())
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_all_short_sequences(oracle: Oracle, frame: Frame) -> None:
    whole = 0
    different: list[str] = []
    for count, found in disagreements(oracle, frame, frame.length - SHORTER):
        whole += count
        different += map(str, found)
    assert not different, "\n".join(different[:10])
    assert whole == sum(len(frame.pieces) ** length for length in range(frame.length - SHORTER + 1))
