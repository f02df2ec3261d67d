"""Settings, switches and what goes wrong, in a real Neovim with the real server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER
from tests.support import own_language
from tests.support.programs import slow_program

from .neovim import ALONE, PLUGIN, SERVER, Neovim, needs_neovim, neovim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_neovim

PATH = f"server = {{ path = {json.dumps(str(SERVER))} }}, maxLatencyMs = 30000, minConfidence = 0, {ALONE}"
INIT = f"require('quoin').setup({{ {PATH} }})"
SUM = "def area(width, height):\n    return █\n"
LOAD = "import json\n\n\ndef load(path):\n    with open(path) as file:\n        return json.█\n"


def shows(editor: Neovim, file: Path) -> bool:
    """Whether there is ghost text within a second, with the model loaded."""
    editor.insert(file, SUM)
    editor.wait(lambda: editor.lua("require('quoin.status').get().state") not in {"loading", "thinking"})
    shown = editor.lua(
        "vim.wait(1000, function() return #vim.api.nvim_buf_get_extmarks(0, "
        "vim.api.nvim_create_namespace('nvim.lsp.inline_completion'), 0, -1, {}) > 0 end)"
    )
    return bool(shown)


@pytest.mark.parametrize("scope", ["", " all", " buffer", " language", " language python"])
def test_off_and_on_again(editor: Neovim, tmp_path: Path, scope: str) -> None:
    file = tmp_path / "sum.py"
    assert shows(editor, file)
    editor.keys(f"<Esc>:Quoin toggle{scope}<CR>")
    assert not shows(editor, file)
    assert editor.lua("require('quoin').status()") == "quoin off"
    editor.keys(f"<Esc>:Quoin toggle{scope}<CR>")
    assert shows(editor, file)


def test_off_for_one_buffer_leaves_the_others_on(editor: Neovim, tmp_path: Path) -> None:
    assert shows(editor, tmp_path / "one.py")
    editor.keys("<Esc>:Quoin toggle buffer<CR>")
    assert shows(editor, tmp_path / "other.py")
    assert not shows(editor, tmp_path / "one.py")


def test_ghost_text_has_a_colour_in_every_terminal(editor: Neovim, tmp_path: Path) -> None:
    def colours() -> list[int]:
        colour = "vim.api.nvim_get_hl(0, {{ name = '{}', link = false }}).ctermfg"
        return [editor.lua(colour.format(group)) for group in ("ComplHint", "ComplHintMore")]

    assert shows(editor, tmp_path / "sum.py")
    grey, more = colours()
    assert grey == 8
    assert more is not None
    editor.keys("<Esc>:colorscheme vim<CR>")
    theirs = colours()
    assert None not in theirs
    editor.keys(":highlight ComplHint ctermfg=3<CR>:doautocmd ColorScheme<CR>")
    assert colours() == [3, theirs[1]]


def test_off_for_another_language_changes_nothing(editor: Neovim, tmp_path: Path) -> None:
    editor.lua("require('quoin').toggle('language', 'json')")
    assert shows(editor, tmp_path / "sum.py")


def test_off_for_a_language_by_setting(tmp_path: Path) -> None:
    with neovim(
        tmp_path, f"require('quoin').setup({{ {PATH}, languages = {{ python = false }} }})"
    ) as editor:
        assert not shows(editor, tmp_path / "sum.py")
        editor.lua("require('quoin').setup({ languages = { python = true } })")
        assert shows(editor, tmp_path / "sum.py")


def test_switched_off_the_server_ends(tmp_path: Path) -> None:
    with neovim(tmp_path, INIT) as editor:
        editor.insert(tmp_path / "sum.py", SUM)
        editor.lua("require('quoin').setup({ enable = false })")
        editor.wait(lambda: editor.lua("#vim.lsp.get_clients({ name = 'quoin' })") == 0)
        editor.lua("require('quoin').toggle()")
        assert shows(editor, tmp_path / "sum.py")


def test_enabled_without_setup(tmp_path: Path) -> None:
    init = f"vim.env.PATH = {json.dumps(str(SERVER.parent))} .. ':' .. vim.env.PATH\nvim.lsp.enable('quoin')"
    with neovim(tmp_path, init) as editor:
        editor.insert(tmp_path / "load.py", LOAD)
        assert editor.wait(editor.ghost_text)


def test_missing_program_is_named(tmp_path: Path) -> None:
    absent = tmp_path / "absent"
    with neovim(tmp_path, f"require('quoin').setup({{ server = {{ path = '{absent}' }} }})") as editor:
        assert editor.messages() == [f"quoin: server.path names no program that can be run: {absent}"]


def test_settings_of_before_stay(tmp_path: Path) -> None:
    init = f"vim.env.PATH = ''\n{INIT}\nrequire('quoin').setup({{ maxTokens = 0 }})"
    with neovim(tmp_path, init) as editor:
        assert editor.messages() == []
        assert shows(editor, tmp_path / "sum.py")
        assert "setting maxTokens must be" in "".join(told_by_server(editor))


def test_unknown_key_is_named(tmp_path: Path) -> None:
    with neovim(tmp_path, f"require('quoin').setup({{ {PATH}, keys = {{ leap = '<C-J>' }} }})") as editor:
        (message,) = editor.messages()
        assert message.startswith("quoin: setting keys has no leap; it has accept, ")


def test_wrong_model_is_told_once_and_can_be_set_right(tmp_path: Path) -> None:
    absent = tmp_path / "absent.gguf"
    with neovim(tmp_path, f"require('quoin').setup({{ {PATH}, model = {{ path = '{absent}' }} }})") as editor:
        assert not shows(editor, tmp_path / "sum.py")
        told = editor.wait(lambda: told_by_server(editor))
        assert not shows(editor, tmp_path / "sum.py")
        assert told_by_server(editor) == told
        assert len(told) == 1
        assert str(absent) in told[0]
        assert editor.lua("require('quoin').status()") == "quoin error"
        editor.keys("<Esc>:Quoin model starter<CR>")
        editor.insert(tmp_path / "sum.py", SUM)
        assert editor.wait(editor.ghost_text)


def test_setting_changed_while_the_server_starts(tmp_path: Path) -> None:
    slow, absent = slow_program(tmp_path, SERVER), tmp_path / "absent.gguf"
    with neovim(tmp_path, f"require('quoin').setup({{ server = {{ path = '{slow}' }} }})") as editor:
        editor.keys(f"<C-\\><C-N>:edit {tmp_path / 'sum.py'}<CR>")
        editor.wait(lambda: editor.lua("vim.bo.filetype") == "python")
        assert editor.lua("#vim.lsp.get_clients({ name = 'quoin' })") == 0
        editor.lua(f"require('quoin').setup({{ model = {{ path = '{absent}' }} }})")
        (told,) = editor.wait(lambda: told_by_server(editor))
        assert str(absent) in told


def told_by_server(editor: Neovim) -> list[str]:
    said = [*editor.messages(), *str(editor.lua("vim.fn.execute('messages')")).splitlines()]
    return [line for line in said if "quoin:" in line]


def test_further_languages(tmp_path: Path) -> None:
    folder = own_language.write(tmp_path / "own")
    broken = own_language.write(tmp_path / "broken", changes={"layout": "none of ours"})
    folders = f"{{ {json.dumps(str(folder))}, {json.dumps(str(broken))} }}"
    # The starter model is for its own languages, unless it is named.
    given = f"grammars = {folders}, model = {{ path = {json.dumps(str(STARTER))} }}"
    with neovim(tmp_path, f"require('quoin').setup({{ {PATH}, {given} }})") as editor:
        editor.insert(tmp_path / "a.sums", f"{own_language.LEFT}█{own_language.RIGHT}")
        assert editor.lua("vim.bo.filetype") == "sums"
        (told,) = editor.wait(lambda: told_by_server(editor))
        assert f"setting grammars: {broken}/language.json: unknown layout" in told
        editor.wait(lambda: editor.lua("require('quoin').trigger()") and editor.ghost_text(), 60)
        assert shows(editor, tmp_path / "sum.py")


def test_help_has_a_tag_for_each_function(tmp_path: Path) -> None:
    with neovim(tmp_path, f"vim.cmd.helptags({json.dumps(str(PLUGIN / 'doc'))})") as editor:
        names = editor.lua("vim.tbl_keys(require('quoin'))")
        tags = (PLUGIN / "doc" / "tags").read_text(encoding="utf-8")
        assert [name for name in names if f"quoin.{name}()\t" not in tags] == []


def test_off_everywhere_counts_before_a_buffer(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "sum.py", SUM)
    editor.keys("<Esc>:Quoin toggle | Quoin toggle buffer | Quoin toggle buffer<CR>")
    editor.wait(lambda: "quoin: on in this buffer, but off everywhere" in editor.messages())
    assert not shows(editor, tmp_path / "sum.py")
    editor.keys("<Esc>:Quoin toggle<CR>")
    assert shows(editor, tmp_path / "sum.py")
