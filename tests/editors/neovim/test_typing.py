"""An accepted completion as a part of what is typed, which `.` repeats; and the menu of 'autocomplete'."""

from __future__ import annotations

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
  maxLatencyMs = 30000, minConfidence = 0,
  keys = {{ accept = '<Tab>', accept_word = '<C-F>' }},
}})
"""
LEFT, RIGHT = "def area(width, height):\n    return ", "\n\n\nother = (\n)\n"


@pytest.mark.parametrize("typed", ["", "w"], ids=["at once", "after a letter"])
@pytest.mark.parametrize("key", ["<Tab>", "<C-F>"])
def test_dot_repeats_what_was_typed_and_accepted(
    editor: Neovim, tmp_path: Path, key: str, typed: str
) -> None:
    editor.insert(tmp_path / "area.py", f"{LEFT}█{RIGHT}")
    editor.keys(typed)
    editor.wait(lambda: editor.text() == LEFT + typed + RIGHT)
    assert editor.wait(editor.ghost_text)
    editor.keys(key)
    text = editor.wait(lambda: editor.text() != LEFT + typed + RIGHT and editor.text())
    inserted = text.removeprefix(LEFT).removesuffix(RIGHT)
    assert len(inserted) > len(typed)
    editor.keys("<Esc>")
    line = text.count("\n", 0, text.index("other")) + 1
    editor.lua(f"vim.api.nvim_win_set_cursor(0, {{ {line}, 8 }})")
    editor.keys(".")
    editor.wait(lambda: f"other = {inserted}(" in editor.text())
    editor.keys("u")
    editor.wait(lambda: editor.text() == text)


AUTOCOMPLETE = "def area(width, height):\n    retain = width * height\n    return █\n"


@pytest.fixture
def menus(editor: Neovim) -> Neovim:
    """A Neovim whose menu of words comes at each key, with no entry selected."""
    editor.lua("vim.cmd('set autocomplete completeopt=menu,menuone,noselect')")
    return editor


def test_the_ghost_text_stands_beside_a_menu_in_which_nothing_is_selected(
    menus: Neovim, tmp_path: Path
) -> None:
    left, right = AUTOCOMPLETE.split("█")
    menus.insert(tmp_path / "area.py", AUTOCOMPLETE)
    menus.keys("w")
    menus.wait(lambda: menus.lua("vim.fn.pumvisible()") == 1)
    shown = menus.wait(menus.ghost_text)
    assert menus.lua("vim.fn.pumvisible()") == 1
    menus.keys("<Tab>")
    menus.wait(lambda: menus.text() == f"{left}w{shown}{right}")
    menus.keys("<Esc>u")
    menus.wait(lambda: menus.text() == f"{left}w{right}")


def test_an_entry_that_is_selected_hides_it(menus: Neovim, tmp_path: Path) -> None:
    menus.insert(tmp_path / "area.py", AUTOCOMPLETE)
    menus.keys("w")
    menus.wait(lambda: menus.lua("vim.fn.pumvisible()") == 1)
    menus.wait(menus.ghost_text)
    menus.keys("<C-N>")
    menus.wait(lambda: not menus.ghost_text())
    menus.lua("vim.wait(400)")
    assert menus.lua("vim.fn.pumvisible()") == 1
    assert menus.ghost_text() == ""
