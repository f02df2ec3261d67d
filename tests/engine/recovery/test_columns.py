"""How deep lines are, as the outline of a broken file sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin
from quoin.engine.recovery.blocks.columns import Columns, Item
from quoin.engine.recovery.source import split_at_cursor
from tests.support.case_lines import parse_text, read_lines

CASES = [tuple(line.split(" | ", 2)) for line in read_lines(Path(__file__).with_name("columns.txt"))]


@pytest.mark.parametrize(("language", "depths", "text"), CASES)
def test_depths(language: str, depths: str, text: str) -> None:
    lines = split_at_cursor(parse_text(text).encode(), b"")
    columns = Columns(quoin.load_language(language).manifest, lines, {})
    shown = []
    for line in range(len(lines.texts) - 1):
        depth = columns.depth(line)
        end = "+" if columns.is_rest(line) else ""
        shown.append("-" if depth is None else f"{depth.column}{depth.pairs * chr(39)}{end}")
    assert " ".join(shown) == depths
    assert not columns.has_cursor(Item(0, len(lines.texts) - 1))
