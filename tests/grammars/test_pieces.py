"""Pieces of a language in every place that they may be thought of in; its own parser judges each text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.differential.oracles.judging import judged_pieces
from tests.support.case_lines import read_lines

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

# Languages whose parser judges each of these texts; the others give up on some.
JUDGED = {"go", "java"}

FRAMES = [
    (file.parent.name, *line.partition(": ")[::2])
    for file in sorted(Path(__file__).parent.glob("*/frames.txt"))
    for line in read_lines(file)
]


@pytest.mark.parametrize(("language", "kind", "frame"), FRAMES)
def test_pieces_in_a_frame(oracle: Oracle, language: str, kind: str, frame: str) -> None:
    counts = judged_pieces(oracle, kind, frame)
    assert counts["taken"]
    assert counts["refused"]
    assert not (language in JUDGED and counts["gave up"])
