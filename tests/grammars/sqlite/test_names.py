"""Every word in every place where a name may stand: most keywords are names where they cannot be keywords."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.pools.sqlite import SQLITE
from tests.support.case_lines import read_lines

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

FRAMES = list(read_lines(Path(__file__).with_name("names.txt")))
WORDS = sorted(
    {*SQLITE.words, "Select", "nothing", "cUrReNt_TiMe", "current_timestamp", "\u212aey", "x'00'", "1"}
)


@pytest.mark.parametrize("frame", FRAMES)
def test_words_in_a_frame(oracle: Oracle, frame: str) -> None:
    different, judged = [], 0
    for word in WORDS:
        text = frame.replace("◆", word)
        is_member = oracle.language.quotient(text, "").start().member
        reason = oracle.refusal(text)
        if reason is not None and reason.startswith(GAVE_UP):
            continue
        judged += 1
        if is_member != (reason is None):
            different.append((text, reason))
    assert not different
    assert judged > len(WORDS) / 2
