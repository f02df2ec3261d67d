"""`:Quoin`, the statusline and `:checkhealth quoin`, in a real Neovim with the real server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .neovim import SERVER, Neovim, needs_neovim, neovim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_neovim

INIT = f"""
_G.statuses = {{}}
vim.api.nvim_create_autocmd('User', {{
  pattern = 'QuoinStatus',
  callback = function()
    table.insert(statuses, require('quoin').status())
  end,
}})
require('quoin').setup({{ server = {{ path = {json.dumps(str(SERVER))} }}, maxLatencyMs = 30000 }})
"""
SUM = "def area(width, height):\n    return █\n"


@pytest.fixture
def ready(editor: Neovim, tmp_path: Path) -> Neovim:
    editor.insert(tmp_path / "sum.py", SUM)
    editor.wait(editor.ghost_text)
    editor.keys("<Esc>")
    return editor


def test_statusline(ready: Neovim) -> None:
    statuses = ready.lua("statuses")
    percents = [int(text[6:-1]) for text in statuses if text.endswith("%")]
    assert percents
    assert percents == sorted(percents)
    ready.wait(lambda: ready.lua("require('quoin').status()") in {"quoin", "quoin (file)"})
    ready.keys(":enew<CR>")
    assert ready.lua("require('quoin').status()") == ""


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("Quoin ", ["health", "log", "model", "restart", "stats", "toggle", "trigger"]),
        ("Quoin t", ["toggle", "trigger"]),
        ("Quoin toggle ", ["all", "buffer", "language"]),
        ("Quoin toggle b", ["buffer"]),
        ("Quoin model st", ["starter"]),
        ("Quoin restart ", []),
    ],
)
def test_completion_of_the_command(editor: Neovim, line: str, offered: list[str]) -> None:
    assert editor.lua(f"vim.fn.getcompletion({json.dumps(line)}, 'cmdline')") == offered


def test_unknown_subcommand_is_told(editor: Neovim) -> None:
    editor.keys("<Esc>:Quoin leap<CR>")
    editor.wait(lambda: any("no leap; there is health, log" in message for message in editor.messages()))


def test_restart(ready: Neovim, tmp_path: Path) -> None:
    number = ready.lua("vim.lsp.get_clients({ name = 'quoin' })[1].id")
    ready.keys(":Quoin restart<CR>")
    ready.wait(
        lambda: ready.lua("(vim.lsp.get_clients({ name = 'quoin' })[1] or {}).id") not in {None, number}
    )
    ready.insert(tmp_path / "other.py", SUM)
    assert ready.wait(ready.ghost_text)


def test_log(ready: Neovim) -> None:
    ready.keys(":Quoin log<CR>")
    name = ready.lua("vim.lsp.log.get_filename()")
    ready.wait(lambda: ready.lua("vim.api.nvim_buf_get_name(0)") == name)
    ready.keys(":tabclose<CR>")


def test_model_in_use(ready: Neovim) -> None:
    ready.keys(":Quoin model<CR>")
    ready.wait(lambda: any("starter" in message for message in ready.messages()))


def test_health(ready: Neovim) -> None:
    ready.keys(":checkhealth quoin<CR>")
    ready.wait(lambda: ready.lua("vim.bo.filetype") == "checkhealth")
    text = ready.text()
    ready.keys(":close<CR>")
    for wanted in (
        "OK Neovim 0.1",
        f"OK program: {SERVER}",
        "OK running: version 0.",
        "position encoding utf-8",
        "sum.py: on",
        "maxLatencyMs = 30000",
        "trigger: automatic",
    ):
        assert wanted in text
    assert "ERROR" not in text
    assert "WARNING" not in text


def test_trigger_outside_insert_mode_says_how(ready: Neovim) -> None:
    ready.keys(":Quoin trigger<CR>")
    ready.wait(lambda: any("asked for in insert mode" in message for message in ready.messages()))


def test_neovim_that_keeps_completions_otherwise(tmp_path: Path) -> None:
    init = f"""
        require('vim.lsp.inline_completion')
        require('vim.lsp._capability').all = {{}}
        require('quoin').setup({{
          server = {{ path = {json.dumps(str(SERVER))} }},
          maxLatencyMs = 30000,
          keys = {{ accept = '<Tab>', accept_word = '<C-F>' }},
        }})"""
    with neovim(tmp_path, init) as editor:
        editor.insert(tmp_path / "sum.py", SUM)
        shown = editor.wait(editor.ghost_text)
        assert editor.lua("require('quoin').accept_word()") is False
        editor.keys("<Tab>")
        editor.wait(lambda: editor.text() == SUM.replace("█", shown))
        editor.keys("<Esc>:checkhealth quoin<CR>")
        editor.wait(lambda: "WARNING Neovim 0." in editor.text())
