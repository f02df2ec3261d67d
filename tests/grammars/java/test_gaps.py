"""What is known to differ from javac's parser does so: a gap that is closed leaves the list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.case_lines import parse_text, read_lines

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

GAPS = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("gaps.txt"))]


@pytest.mark.parametrize(("verdict", "text"), GAPS, ids=[text for _, text in GAPS])
def test_known_gap(oracle: Oracle, verdict: str, text: str) -> None:
    text = parse_text(text)
    is_member = oracle.language.quotient(text, "").start().member
    assert is_member == (verdict == "taken")
    assert (oracle.refusal(text) is None) == (verdict == "refused")
