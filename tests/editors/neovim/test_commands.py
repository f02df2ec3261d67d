"""`:Quoin`, the statusline and `:checkhealth quoin`, in a real Neovim with the real server."""

from __future__ import annotations

import ast
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER

from .neovim import ALONE, SERVER, Neovim, needs_neovim, neovim

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
require('quoin').setup({{
  server = {{ path = {json.dumps(str(SERVER))} }},
  maxLatencyMs = 30000, minConfidence = 0,
  {ALONE},
}})
"""
STATUS = "require('quoin.status').get()"
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
    assert "quoin …" in statuses
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin (file)")
    ready.keys(":enew<CR>")
    assert ready.lua("require('quoin').status()") == ""


def test_a_script_has_a_promise_of_its_own(ready: Neovim, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ready.insert(page, "<p>größer 🙂</p>\n<script>\nlet area = 1;\nlet other = █\n</script>\n")
    ready.wait(ready.ghost_text)
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin (javascript)")
    ready.keys("<Esc>:checkhealth quoin<CR>")
    told = "language of the part around the cursor: ECMAScript 2025, exactly as"
    ready.wait(lambda: told in ready.text())
    ready.keys(":tabclose<CR>")
    ready.insert(page, "<style>\na { color: ]; }\nb { color: █ }\n</style>\n")
    ready.wait(ready.ghost_text)
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin (css, region)")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        (
            "Quoin ",
            ["demo", "health", "log", "missing", "model", "restart", "stats", "toggle", "trigger", "why"],
        ),
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
    editor.wait(
        lambda: any("no leap; there is demo, health, log" in message for message in editor.messages())
    )


def test_why_there_is_nothing(ready: Neovim, tmp_path: Path) -> None:
    ready.insert(tmp_path / "comment.py", "x = 1  # one █\n")
    ready.keys("a")
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin \u2013")
    ready.keys("<Esc>:Quoin why<CR>")
    told = "quoin: no suggestion, because the cursor is in a comment (setting suppressIn)"
    ready.wait(lambda: told in ready.messages())
    # Another buffer has no part in that.
    ready.keys(f":split {tmp_path / 'new.py'}<CR>")
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin")
    assert ready.lua("require('quoin.status').why()") == "nothing was asked for here yet"
    ready.keys(":close<CR>")
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin \u2013")
    ready.insert(tmp_path / "sum.py", SUM)
    ready.wait(ready.ghost_text)
    ready.wait(lambda: ready.lua("require('quoin').status()") == "quoin (file)")


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


def test_model_file_is_described_and_used(ready: Neovim, tmp_path: Path) -> None:
    file = tmp_path / "a model.gguf"
    shutil.copyfile(STARTER, file)
    ready.keys(f":Quoin model {file}<CR>")
    ready.wait(lambda: any(" MB, fills in the middle" in message for message in ready.messages()))
    ready.wait(lambda: ready.lua(f"{STATUS}.model and {STATUS}.model.path") == str(file))
    ready.keys(":Quoin model starter<CR>")
    ready.wait(lambda: ready.lua(f"{STATUS}.model and {STATUS}.model.path") == str(STARTER))


def test_file_that_is_no_model_is_left_alone(ready: Neovim, tmp_path: Path) -> None:
    file = tmp_path / "text.gguf"
    file.write_text("no model", encoding="utf-8")
    ready.keys(f":Quoin model {file}<CR>")
    ready.wait(lambda: any(f"quoin: {file}: " in message for message in ready.messages()))
    assert ready.lua(f"{STATUS}.state") != "error"


def test_statistics_count_what_is_accepted(ready: Neovim, tmp_path: Path) -> None:
    client = "vim.lsp.get_clients({ name = 'quoin' })[1]"
    ask = f"{client}:request_sync('workspace/executeCommand', {{ command = 'quoin.stats' }}).result"

    def accepted() -> tuple[int, int]:
        counts = ready.lua(ask)
        return counts["accepted"], counts["acceptedWords"]

    whole, words = accepted()
    ready.insert(tmp_path / "sum.py", SUM)
    ready.wait(ready.ghost_text)
    ready.lua("require('quoin').accept_word()")
    ready.wait(lambda: accepted() == (whole, words + 1))
    ready.insert(tmp_path / "other.py", SUM)
    ready.wait(ready.ghost_text)
    ready.lua("require('quoin').accept()")
    ready.wait(lambda: accepted() == (whole + 1, words + 1))
    ready.keys("<C-\\><C-N>:Quoin stats<CR>")
    ready.wait(lambda: "Accepted by day:" in ready.text())
    ready.keys("q")


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
        f"OK quoin starter, {STARTER.stat().st_size / 1e6:.0f} MB: ",
        "sum.py: on",
        "last request: was answered with a suggestion",
        "language: Python 3.8 to 3.14, exactly as",
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
          maxLatencyMs = 30000, minConfidence = 0,
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


OLDER = """
    local has = vim.fn.has
    vim.fn.has = function(feature) return feature == 'nvim-0.12' and 0 or has(feature) end
    vim.lsp.config, vim.lsp.enable, vim.lsp.inline_completion = nil, nil, nil
    vim.lsp.protocol.InlineCompletionTriggerKind = nil
    require('quoin').setup({ maxTokens = 5 })
"""


def test_older_neovim_is_told_what_is_missing(tmp_path: Path) -> None:
    with neovim(tmp_path, OLDER) as editor:
        editor.keys(":Quoin restart<CR>:checkhealth quoin<CR>")
        editor.wait(lambda: "ERROR Neovim 0." in editor.text())
        assert "has no inline completion of its own: 0.12 or newer is needed" in editor.text()
        told = editor.messages()
        assert len(told) == 2
        assert all("0.12 or newer is needed" in message for message in told)


def test_health_before_anything_was_started(tmp_path: Path) -> None:
    with neovim(tmp_path, "vim.env.PATH = ''") as editor:
        editor.keys(":checkhealth quoin<CR>")
        editor.wait(lambda: "ERROR there is no quoin on the PATH" in editor.text())
        assert "OK Neovim 0.1" in editor.text()
        assert "WARNING not running" in editor.text()


def test_what_is_missing(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "mean.py", "def mean(xs):\n    █\n    return total / count\n")
    editor.wait(lambda: editor.lua("require('quoin').status()").startswith("quoin"))
    editor.lua("vim.cmd.Quoin('missing')")
    editor.wait(lambda: "total = " in (editor.ghost_text() or ""))
    assert "it binds `total` and `count`, which line 3 reads" in editor.lua("require('quoin.status').why(0)")


def test_the_import_of_a_completion_is_added_when_it_is_accepted(editor: Neovim, tmp_path: Path) -> None:
    text = "def load(path):\n    with open(path) as file:\n        return js█\n"
    editor.insert(tmp_path / "settings.py", text)
    editor.wait(lambda: (editor.ghost_text() or "").startswith("on.load"))
    assert "it adds `import json`" in editor.lua("require('quoin.status').why(0)")
    assert editor.lua("require('quoin').accept()")
    editor.wait(lambda: editor.text().startswith("import json\n\n\ndef load(path):\n"))
    assert "return json.load" in editor.text()
    editor.keys("<C-\\><C-N>u")
    assert editor.text() == text.replace("█", "")


def test_the_first_steps(ready: Neovim) -> None:
    ready.keys("<C-\\><C-N>:Quoin demo<CR>")
    assert ready.wait(ready.ghost_text) == "os.path.join(folder, name)"
    ready.lua("require('quoin').accept()")
    ready.wait(lambda: "os.path.getmtime(os.path.join(folder, name)))  # 1\n" in ready.text())
    ast.parse(ready.text())
    ready.keys("<C-\\><C-N>:tabclose!<CR>")
