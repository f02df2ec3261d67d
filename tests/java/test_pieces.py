"""Pieces of Java in every place that they may be thought of in: the verdict is javac's on each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.differential.pools_java import JAVA
from tests.support.case_lines import parse_text, read_lines

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

FRAMES = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("frames.txt"))]
PIECES = {"statements": JAVA.statements, "expressions": JAVA.expressions}


@pytest.mark.parametrize(("kind", "frame"), FRAMES, ids=[frame for _, frame in FRAMES])
def test_pieces_in_a_frame(oracle: Oracle, kind: str, frame: str) -> None:
    different, taken = [], 0
    for piece in PIECES[kind]:
        text = parse_text(frame).replace("◆", piece)
        is_member = oracle.language.quotient(text, "").start().member
        reason = oracle.refusal(text)
        taken += is_member
        if is_member != (reason is None):
            different.append((text, reason))
    assert not different
    assert 0 < taken < len(PIECES[kind])
