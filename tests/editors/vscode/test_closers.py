"""Brackets that VS Code closes by itself, typed for real: the file as it will be parses."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from .cases import SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window

HEADER = "import os\n\n\ndef names(folder, items):\n    found = []\n    "
REST = "\n    return found\n"


@pytest.mark.parametrize("typed", ["for name in os.listdir(", "found.append(", "if isinstance("])
def test_an_answer_where_the_bracket_was_closed(window: Window, tmp_path: Path, typed: str) -> None:
    window.settle(SETTINGS)
    path = window.folder / f"closed_{typed.partition(' ')[0].rstrip('(')}.py"
    path.write_text(HEADER + REST, encoding="utf-8")
    window.open(path, HEADER.count("\n") + 1, 5)
    window.status("ready", 60)
    window.type(typed)
    shown = window.ghost_text()
    window.shoot(tmp_path / "shown.png")
    window.press("Tab")
    text = window.saved(path, lambda text: text not in (HEADER + REST, HEADER + typed + ")" + REST))
    assert shown
    assert text.startswith(HEADER + typed)
    assert text.endswith(REST)
    ast.parse(text)
    window.press("Escape", "Escape")
