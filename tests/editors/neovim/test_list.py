"""Completions as entries of Neovim's own completion menu, with the real server and the starter model."""

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
vim.o.completeopt = 'menuone,noselect'
require('quoin').setup({{
  server = {{ path = {json.dumps(str(SERVER))} }},
  maxLatencyMs = 30000, minConfidence = 0, stop = 'block', maxTokens = 40,
  completionList = {{ show = 'always', maxLatencyMs = 30000 }},
}})
vim.api.nvim_create_autocmd('LspAttach', {{
  callback = function(event)
    vim.lsp.completion.enable(true, event.data.client_id, event.buf, {{ autotrigger = true }})
  end,
}})
"""
MENU = "vim.fn.complete_info({ 'items', 'pum_visible' })"
# A text, the keys that bring the menu, and whether what is accepted has several lines.
PLACES = [
    ("def area(width, height):\n    return█\n", " ", False),
    ("def area(width, height):\n    return wid█\n", "<C-X><C-O>", False),
    ("import os\n\n\ndef here(path):\n    print(os█)\n", ".", False),
    ("def total(names):\n    for name in names:█\n", "<C-X><C-O>", True),
]


@pytest.mark.parametrize(("marked", "keys", "has_lines"), PLACES)
def test_entry_is_shown_and_accepted(
    editor: Neovim, tmp_path: Path, marked: str, keys: str, has_lines: bool
) -> None:
    editor.insert(tmp_path / "names.py", marked)
    editor.keys(keys)
    shown = editor.wait(lambda: editor.lua(MENU)["items"])
    assert [entry["menu"] for entry in shown] == ["quoin"]
    editor.keys("<C-N><C-Y>")
    editor.wait(lambda: not editor.lua(MENU)["pum_visible"])
    entry = shown[0]["user_data"]["nvim"]["lsp"]["completion_item"]
    assert ("\n" in entry["textEdit"]["newText"]) == has_lines
    left, right = marked.split("█")
    typed = keys if len(keys) == 1 else ""
    begun = left.rpartition("\n")[2] + typed
    start = entry["textEdit"]["range"]["start"]["character"]
    above = left.rpartition("\n")[0] + "\n"
    lines = (
        entry["textEdit"]["newText"].replace("\n", "\n    ") if has_lines else entry["textEdit"]["newText"]
    )
    wanted = above + begun[:start] + lines + right
    editor.wait(lambda: editor.text() == wanted)
    ast.parse(editor.text())


def test_what_is_accepted_is_counted(editor: Neovim, tmp_path: Path) -> None:
    def counted() -> int:
        ask = "vim.lsp.get_clients({ name = 'quoin' })[1]:request_sync"
        got = editor.lua(f"{ask}('workspace/executeCommand', {{ command = 'quoin.stats' }}).result.accepted")
        return int(got)

    editor.insert(tmp_path / "names.py", PLACES[0][0])
    before = counted()
    editor.keys(" ")
    editor.wait(lambda: editor.lua(MENU)["items"])
    editor.keys("<C-N><C-Y>")
    editor.wait(lambda: counted() == before + 1)
