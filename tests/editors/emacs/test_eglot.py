"""Entries of the completion list in a real Emacs with eglot, set up as the page for other editors says."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from .emacs import EGLOT, Emacs, emacs, needs_emacs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = needs_emacs

SETTINGS = """
(setq quoin-settings '(:trusted t :maxLatencyMs 30000 :minConfidence 0 :stop "block" :maxTokens 40
  :completionList (:maxLatencyMs 30000)))
"""
PLACES = [
    ("def area(width, height):\n    return wid█\n", 1),
    ("import os\n\n\ndef names(folder):\n    print(os.listdir(█))\n", 1),
    ("def total(names):\n    for name in names:█\n", 2),
]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    with emacs(tmp_path_factory.mktemp("eglot"), SETTINGS, EGLOT) as started:
        yield started


@pytest.mark.parametrize(("marked", "lines"), PLACES)
def test_entry_is_written(editor: Emacs, tmp_path: Path, marked: str, lines: int) -> None:
    (tmp_path / ".git").mkdir()
    left, right = marked.split("█")
    editor.insert(tmp_path / "names.py", marked)
    editor.keys("C-M-i")
    text = editor.wait(lambda: editor.text() != left + right and editor.text())
    assert text.startswith(left)
    assert text.endswith(right)
    assert len(text.removeprefix(left).removesuffix(right).splitlines()) >= lines
    ast.parse(text)
