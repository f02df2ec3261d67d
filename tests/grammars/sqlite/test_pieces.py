"""Pieces of SQL in every place that they may be thought of in: the verdict is SQLite's on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.differential.oracles.judging import frames_beside, judged_pieces

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

FRAMES = frames_beside(__file__)


@pytest.mark.parametrize(("kind", "frame"), FRAMES, ids=[frame for _, frame in FRAMES])
def test_pieces_in_a_frame(oracle: Oracle, kind: str, frame: str) -> None:
    counts = judged_pieces(oracle, kind, frame)
    assert counts["taken"]
    assert counts["refused"]
