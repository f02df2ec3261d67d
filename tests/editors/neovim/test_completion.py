"""Completions in a real Neovim, with the real server and the starter model: shown, accepted, left alone."""

from __future__ import annotations

import ast
import json
from typing import TYPE_CHECKING

import pytest

from .neovim import ALONE, GHOST_TEXT, SERVER, Neovim, needs_neovim, neovim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_neovim

INIT = f"""
require('quoin').setup({{
  server = {{ path = {json.dumps(str(SERVER))} }},
  maxLatencyMs = 30000, minConfidence = 0,
  {ALONE},
  candidates = 3,
  stop = 'block',
  keys = {{
    accept = '<Tab>',
    next = '<C-J>',
    previous = '<C-K>',
    dismiss = '<C-]>',
    accept_line = '<M-l>',
  }},
}})
"""
NAMES = """import os


def names(folder):
    found = []
    for name in os.listdir(folder):
        █
    return found
"""
IMPORT = "import █\nprint(1)\n"
PLACES = [NAMES, IMPORT, "é = '🙂' + █\nprint(é)\n", "def f(é):\n    return ('🙂', █)\n"]


def parts(marked: str) -> tuple[str, str]:
    left, right = marked.split("█")
    return left, right


@pytest.mark.parametrize("marked", PLACES)
def test_accepted_as_shown_and_parses(editor: Neovim, tmp_path: Path, marked: str) -> None:
    left, right = parts(marked)
    editor.insert(tmp_path / "names.py", marked)
    shown = editor.wait(editor.ghost_text)
    editor.keys("<Tab>")
    accepted = editor.wait(lambda: editor.text() != left + right and editor.text())
    assert accepted == left + shown + right
    ast.parse(accepted)
    editor.keys("<Esc>u")
    assert editor.text() == left + right


@pytest.mark.parametrize("marked", PLACES)
@pytest.mark.parametrize("part", ["word", "line"])
def test_accepted_in_part_and_the_rest_stays(editor: Neovim, tmp_path: Path, marked: str, part: str) -> None:
    left, right = parts(marked)
    editor.insert(tmp_path / "names.py", marked)
    shown = editor.wait(editor.ghost_text)
    # In one go, before there can be another answer of the server.
    rest = editor.lua(f"(function() require('quoin.actions').accept('{part}'); return {GHOST_TEXT} end)()")
    accepted = editor.text().removeprefix(left).removesuffix(right)
    assert accepted
    assert accepted + rest == shown
    line, column = (left + accepted).count("\n") + 1, len((left + accepted).rpartition("\n")[2].encode())
    assert editor.cursor() == [line, column]


@pytest.mark.parametrize(
    ("text", "word", "line"),
    [
        ("return None", "return", "return None"),
        (" in os.listdir(x):\n    pass", " in", " in os.listdir(x):"),
        ("):\n    pass", "):", "):"),
        ("\n    return 1\n", "\n    return", "\n    return 1"),
        ("é_1🙂 + 2", "é_1🙂", "é_1🙂 + 2"),
        ("\n\n", "\n\n", "\n"),
    ],
)
def test_parts(editor: Neovim, text: str, word: str, line: str) -> None:
    given = json.dumps(text, ensure_ascii=False)
    assert editor.lua(f"require('quoin.parts').word({given})") == word
    assert editor.lua(f"require('quoin.parts').line({given})") == line


def test_the_rest_stays_when_the_server_is_asked_again(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", NAMES)
    shown = editor.wait(editor.ghost_text)
    editor.lua("require('quoin').accept_word()")
    editor.wait(lambda: editor.text() != NAMES.replace("█", ""))
    editor.lua("vim.wait(500)")
    accepted = editor.text().removeprefix(parts(NAMES)[0]).removesuffix(parts(NAMES)[1])
    assert accepted + editor.ghost_text() == shown


def test_going_through_the_candidates(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", "import █\n")
    first = editor.wait(editor.ghost_text)
    seen = [first]
    for _ in range(3):
        editor.keys("<C-J>")
        seen.append(editor.wait(editor.ghost_text))
    assert len(set(seen)) == 3
    assert seen[3] == first
    editor.keys("<C-K>")
    assert editor.wait(editor.ghost_text) == seen[2]
    editor.keys("<Tab>")
    editor.wait(lambda: editor.text() == f"import {seen[2]}\n")


def test_typing_along_keeps_the_rest(editor: Neovim, tmp_path: Path) -> None:
    left, right = parts(NAMES)
    editor.insert(tmp_path / "names.py", NAMES)
    shown = editor.wait(editor.ghost_text)
    editor.lua(f"vim.api.nvim_input({json.dumps(shown[0] + '<Tab>')})")
    before = (left + right, left + shown[0] + right)
    accepted = editor.wait(lambda: editor.text() not in before and editor.text())
    assert accepted == left + shown + right


@pytest.mark.parametrize("opened", [1, 2], ids=["", "read anew"])
def test_typing_something_else_takes_it_away_at_once(editor: Neovim, tmp_path: Path, opened: int) -> None:
    left, right = parts(NAMES)
    for _ in range(opened):
        editor.insert(tmp_path / "names.py", NAMES)
        shown = editor.wait(editor.ghost_text)
    editor.keys("é")
    editor.wait(lambda: editor.text() == left + "é" + right)
    rest = editor.ghost_text()
    assert not rest or not shown.endswith(rest)


@pytest.mark.parametrize("accept", ["<Tab>", "<C-Y>", "<M-l>"])
def test_what_is_typed_at_once_comes_behind_it(editor: Neovim, tmp_path: Path, accept: str) -> None:
    left, right = parts(IMPORT)
    editor.lua("vim.keymap.set('i', '<C-Y>', require('quoin').accept, { expr = true })")
    editor.insert(tmp_path / "names.py", IMPORT)
    shown = editor.wait(editor.ghost_text)
    editor.keys(f"{shown[0]}{accept} # x")
    editor.wait(lambda: "# x" in editor.text())
    assert editor.text() == f"{left}{shown} # x{right}"


def test_key_with_alt_writes_no_letter_where_nothing_is_shown(editor: Neovim, tmp_path: Path) -> None:
    left, right = parts(IMPORT)
    editor.insert(tmp_path / "names.py", IMPORT)
    editor.lua("vim.api.nvim_input([[é + '🙂'<M-l>é]])")
    editor.wait(lambda: editor.text() == f"{left}é + '🙂'é{right}")


def test_key_does_what_else_it_does_where_nothing_is_shown(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", NAMES)
    editor.wait(editor.ghost_text)
    editor.lua("vim.api.nvim_input([[é + '🙂'<Tab>]])")
    editor.wait(lambda: "🙂'  " in editor.text())


def test_dismissed(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", NAMES)
    editor.wait(editor.ghost_text)
    editor.keys("<C-]>")
    editor.wait(lambda: not editor.ghost_text())
    assert editor.text() == NAMES.replace("█", "")


def test_dismissed_text_is_not_shown_again_while_it_is_typed(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", NAMES)
    shown = editor.wait(editor.ghost_text)
    editor.keys("<C-]>")
    editor.wait(lambda: not editor.ghost_text())
    for key in shown[:3]:
        editor.keys(key)
        editor.lua("vim.wait(400)")
        assert editor.ghost_text() == ""
    editor.keys("<BS>")
    editor.keys("é = ")
    editor.wait(editor.ghost_text)


def test_leaving_insert_mode_takes_it_away(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", NAMES)
    editor.wait(editor.ghost_text)
    editor.keys("<Esc>")
    editor.wait(lambda: not editor.ghost_text())
    assert editor.text() == NAMES.replace("█", "")


def test_popup_menu_hides_it(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "names.py", NAMES)
    editor.wait(editor.ghost_text)
    editor.keys("<C-X><C-N>")
    editor.wait(lambda: editor.lua("vim.fn.pumvisible()") == 1)
    editor.lua("vim.wait(400)")  # more than Neovim waits before it asks
    assert editor.lua("vim.fn.pumvisible()") == 1
    assert editor.ghost_text() == ""
    editor.keys("<C-E>")
    editor.wait(editor.ghost_text)


CLOSED = """import os


def names(folder, items):
    found = []
    for name in os.listdir(█)
    return found
"""


def test_a_bracket_that_the_editor_closed_is_replaced(editor: Neovim, tmp_path: Path) -> None:
    left, right = parts(CLOSED)
    editor.insert(tmp_path / "closed.py", CLOSED)
    shown = editor.wait(editor.ghost_text)
    editor.keys("<Tab>")
    accepted = editor.wait(lambda: editor.text() != left + right and editor.text())
    # Where the completion begins with the bracket, what is shown stands after it.
    before = [left, left + ")"]
    assert accepted in [text + shown + right.removeprefix(")") for text in before]
    ast.parse(accepted)


TOTAL = """export function total(items) {
  let total = 0;
  for (const item█
  return total;
}
"""


@pytest.mark.parametrize(
    ("options", "indentation"),
    [("shiftwidth=2 expandtab", " " * 4), ("shiftwidth=6 noexpandtab indentexpr= cindent", "\t")],
    ids=["blanks", "tab"],
)
def test_accepted_with_an_empty_block_a_line_is_open_in_it(
    tmp_path: Path, options: str, indentation: str
) -> None:
    left, right = parts(TOTAL)
    with neovim(tmp_path, INIT.replace("minConfidence = 0,", "")) as editor:
        editor.insert(tmp_path / "total.js", TOTAL)
        editor.lua(f"vim.cmd('setlocal {options}')")
        editor.keys(" of")
        assert editor.wait(editor.ghost_text) == " items) {\n  }"
        editor.keys("<Tab>")
        accepted = f"{left} of items) {{\n█\n  }}{right}"
        editor.wait(lambda: editor.text() == accepted.replace("█", indentation))
        assert editor.cursor() == [4, len(indentation)]
        begun = editor.wait(editor.ghost_text)
        editor.keys("<Tab>")
        editor.wait(lambda: editor.text() == accepted.replace("█", indentation + begun))
        editor.keys("<Esc>u")
        editor.wait(lambda: editor.text() == accepted.replace("█", indentation))
        editor.keys("u")
        editor.wait(lambda: editor.text() == left + " of" + right)


def test_a_line_in_which_nothing_is_written_keeps_no_blanks(tmp_path: Path) -> None:
    left, right = parts(TOTAL)
    with neovim(tmp_path, INIT.replace("minConfidence = 0,", "")) as editor:
        editor.insert(tmp_path / "total.js", TOTAL)
        editor.keys(" of")
        assert editor.wait(editor.ghost_text) == " items) {\n  }"
        editor.keys("<Tab>")
        editor.wait(lambda: editor.cursor()[0] == 4)
        editor.keys("<Esc>")
        editor.wait(lambda: editor.text() == f"{left} of items) {{\n\n  }}{right}")
        editor.keys("u")
        editor.wait(lambda: editor.text() == left + " of" + right)
