"""The plug-in in a real Neovim, with the real server and the starter model.

Run by hand: `QUOIN_NEOVIM=/path/to/nvim .venv/bin/pytest tests/editors`.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .neovim import Neovim, neovim

if TYPE_CHECKING:
    from collections.abc import Iterator

NEOVIM = os.environ["QUOIN_NEOVIM"]
QUOIN = Path(sys.executable).with_name("quoin")
INIT = """
require('quoin').setup({ server = { path = %s }, %s })
vim.keymap.set('i', '<Tab>', function()
  if not require('quoin').accept() then
    return '<Tab>'
  end
end, { expr = true })
"""
LEFT = """import os


def names(folder):
    found = []
    for name in os.listdir(folder):
        found.append("""
RIGHT = ")\n    return found\n"
INSERT_THERE = "/append<CR>f(a"


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Neovim]:
    file = tmp_path / "names.py"
    file.write_text(LEFT + RIGHT, encoding="utf-8")
    init = INIT % (json.dumps(str(QUOIN)), "maxLatencyMs = 30000")
    with neovim(NEOVIM, tmp_path, init=init, file=file) as started:
        started.wait(lambda: clients(started) == 1)
        yield started


def clients(editor: Neovim) -> int:
    return int(editor.lua("#vim.lsp.get_clients({ name = 'quoin', bufnr = 0 })"))


def test_completion_is_shown_and_accepted(editor: Neovim) -> None:
    editor.keys(INSERT_THERE)
    shown = editor.wait(editor.ghost_text)
    editor.keys("<Tab>")
    accepted = editor.wait(lambda: editor.text() != LEFT + RIGHT and editor.text())
    assert accepted == LEFT + shown + RIGHT
    ast.parse(accepted)


def test_typing_along_keeps_the_rest(editor: Neovim) -> None:
    editor.keys(INSERT_THERE)
    shown = editor.wait(editor.ghost_text)
    editor.lua(f"vim.api.nvim_input({json.dumps(shown[0] + '<Tab>')})")
    before = (LEFT + RIGHT, LEFT + shown[0] + RIGHT)
    accepted = editor.wait(lambda: editor.text() not in before and editor.text())
    assert accepted == LEFT + shown + RIGHT


def test_typing_something_else_loses_nothing_of_it(editor: Neovim) -> None:
    editor.keys(INSERT_THERE)
    editor.wait(editor.ghost_text)
    editor.lua("vim.api.nvim_input([[é + '🙂'<Tab>]])")
    editor.wait(lambda: "🙂" in editor.text())
    editor.lua("vim.wait(100)")  # what Tab has scheduled
    assert editor.text() == LEFT + "é + '🙂'" + RIGHT


def test_leaving_insert_mode_takes_the_completion_away(editor: Neovim) -> None:
    editor.keys(INSERT_THERE)
    editor.wait(editor.ghost_text)
    editor.keys("<Esc>")
    editor.wait(lambda: not editor.ghost_text())
    assert editor.text() == LEFT + RIGHT


def test_switched_off_the_server_ends(editor: Neovim) -> None:
    editor.lua("require('quoin').setup({ enable = false })")
    editor.wait(lambda: clients(editor) == 0)


def test_missing_program_is_named(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.touch()
    init = INIT % (json.dumps(str(tmp_path / "absent")), "")
    with neovim(NEOVIM, tmp_path, init=init, file=file) as editor:
        messages = editor.lua("vim.fn.execute('messages')")
    assert f"server.path names no program that can be run: {tmp_path / 'absent'}" in messages
