"""Completions by a key alone: nothing is asked for meanwhile, so what is shown comes from one answer."""

from __future__ import annotations

import ast
import json
from typing import TYPE_CHECKING

import pytest

from .neovim import SERVER, Neovim, needs_neovim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_neovim

INIT = f"""
require('quoin').setup({{
  server = {{ path = {json.dumps(str(SERVER))} }},
  trigger = 'manual',
  maxLatencyMs = 30000, minConfidence = 0,
  candidates = 3,
  stop = 'block',
  keys = {{ trigger = '<C-G>', accept_word = '<C-F>', accept_line = '<C-L>', next = '<C-J>' }},
}})
"""
BLOCK = """# é, 🙂
import os


def names(folder):
    found = []
    for name in os.listdir(folder):
        █
    return found
"""

DECORATED = """class Names:
    @property█


x = 1
"""
"""Where every completion has a line end."""


@pytest.fixture
def shown(editor: Neovim, tmp_path: Path) -> str:
    editor.insert(tmp_path / "names.py", BLOCK)
    editor.keys("<C-G>")
    return str(editor.wait(editor.ghost_text))


def test_nothing_is_shown_before_the_key(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", BLOCK)
    editor.keys("if<BS><BS>")
    editor.lua("vim.wait(600)")
    assert editor.ghost_text() == ""
    editor.keys("<C-G>")
    assert editor.wait(editor.ghost_text)


@pytest.mark.parametrize("key", ["<C-F>", "<C-L>"])
def test_part_by_part_to_the_end(editor: Neovim, shown: str, key: str) -> None:
    left, right = BLOCK.split("█")
    whole = left + shown + right
    for _ in range(len(shown)):
        if editor.text() == whole:
            break
        before = editor.text()
        editor.keys(key)
        editor.wait(lambda before=before: editor.text() != before)  # type: ignore[misc]
        accepted = editor.text().removeprefix(left).removesuffix(right)
        assert accepted + editor.ghost_text() == shown
    assert editor.text() == whole
    ast.parse(whole)


def test_typed_along_over_a_line_end(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", DECORATED)
    editor.keys("<C-G>")
    first, rest = str(editor.wait(editor.ghost_text)).split("\n", 1)
    indent = rest[: len(rest) - len(rest.lstrip())]
    editor.lua("vim.cmd('setlocal indentexpr= noautoindent')")
    editor.lua(f"vim.api.nvim_input({json.dumps(first)} .. '<CR>' .. {json.dumps(indent)})")
    editor.wait(lambda: editor.ghost_text() == rest.lstrip())


def test_typing_leaves_the_candidate_that_agrees(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", "import █\n")
    editor.keys("<C-G>")
    first = editor.wait(editor.ghost_text)
    editor.keys("<C-J>")
    second = editor.wait(lambda: editor.ghost_text() not in {"", first} and editor.ghost_text())
    assert first[0] != second[0]
    editor.keys("<C-J>" + second[0])
    editor.wait(lambda: editor.ghost_text() == second[1:])


def test_off_means_that_the_key_asks_for_nothing(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", BLOCK)
    editor.keys("<Cmd>Quoin toggle<CR>")
    assert editor.lua("require('quoin').trigger()") is False
    editor.keys("<Cmd>Quoin toggle<CR>")
    assert editor.lua("require('quoin').trigger()") is True
    assert editor.wait(editor.ghost_text)
