"""Completions in a real Emacs with lsp-mode, by the configuration of the page for other editors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from .emacs import Emacs, emacs, needs_emacs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = needs_emacs

SETTINGS = """
(setq quoin-settings '(:trusted t :maxLatencyMs 30000 :minConfidence 0 :candidates 3))
"""
NAMES = """import os


def names(folder):
    found = []
    for name in os.listdir(folder):
        found.append(█)
    return found
"""
ACCEPTED = """(gethash "accepted" (lsp-request "workspace/executeCommand"
  '(:command "quoin.stats" :arguments [])))"""
PLACES = [NAMES, "é = '🙂'; x = (é, █)\nprint(x)\n"]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    with emacs(tmp_path_factory.mktemp("emacs"), SETTINGS) as started:
        yield started


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


@pytest.mark.parametrize("marked", PLACES)
def test_shown_by_itself_and_accepted(editor: Emacs, project: Path, marked: str) -> None:
    left, right = marked.split("█")
    editor.insert(project / "names.py", marked)
    editor.keys("o")
    shown = editor.wait(editor.ghost_text)
    assert editor.text() == left + "o" + right
    editor.keys("C-<return>")
    text = editor.wait(lambda: editor.text() != left + "o" + right and editor.text())
    assert text == left + "o" + shown + right
    ast.parse(text)
    assert editor.wait(lambda: editor.lisp(ACCEPTED))


def test_next_candidate(editor: Emacs, project: Path) -> None:
    editor.insert(project / "other.py", NAMES)
    editor.keys("o")
    first = editor.wait(editor.ghost_text)
    editor.keys("C-n")
    assert editor.wait(lambda: editor.ghost_text() not in {"", first} and editor.ghost_text())


def test_another_key_takes_it_away(editor: Emacs, project: Path) -> None:
    editor.insert(project / "third.py", NAMES)
    editor.keys("o")
    editor.wait(editor.ghost_text)
    editor.keys("C-g")
    editor.wait(lambda: not editor.ghost_text())
