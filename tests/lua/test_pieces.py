"""Pieces of Lua in every place that they may be thought of in: the verdict is the compiler's on each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lsp_server.harness.oracle import GAVE_UP
from tests.differential.pools_lua import LUA
from tests.support.case_lines import parse_text, read_lines

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

FRAMES = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("frames.txt"))]
PIECES = {"statements": LUA.statements, "expressions": LUA.expressions}


@pytest.mark.parametrize(("kind", "frame"), FRAMES, ids=[frame for _, frame in FRAMES])
def test_pieces_in_a_frame(oracle: Oracle, kind: str, frame: str) -> None:
    different, taken, refused = [], 0, 0
    for piece in PIECES[kind]:
        text = parse_text(frame).replace("◆", piece)
        is_member = oracle.language.quotient(text, "").start().member
        reason = oracle.refusal(text)
        if reason is not None and reason.startswith(GAVE_UP):
            continue
        taken += reason is None
        refused += reason is not None
        if is_member != (reason is None):
            different.append((text, reason))
    assert not different
    assert taken
    assert refused
