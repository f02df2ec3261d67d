"""What the plug-in makes of what a server says, and what it sends, with a server of a few lines in Neovim."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from .neovim import Neovim, needs_neovim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_neovim

INIT = """
_G.sent = {}
_G.answers = {}
_G.capabilities = {
  inlineCompletionProvider = {},
  executeCommandProvider = { commands = { 'quoin.accepted', 'quoin.statsReport', 'quoin.describeModel' } },
}
local function start(dispatchers)
  _G.say = function(status)
    dispatchers.notification('quoin/status', status)
  end
  return {
    request = function(method, params, callback)
      table.insert(sent, { method = method, params = params })
      if method == 'initialize' then
        callback(nil, { capabilities = capabilities })
      else
        callback(nil, answers[params.command or method] or vim.NIL)
      end
      return true, #sent
    end,
    notify = function(method, params)
      table.insert(sent, { method = method, params = params })
      if method == 'exit' then
        dispatchers.on_exit(0, 0)
      end
    end,
    is_closing = function() return false end,
    terminate = function() end,
  }
end
vim.lsp.config('quoin', { cmd = start })
require('quoin.keys').map({ accept = '<Tab>', accept_word = '<C-F>', trigger = '<C-G>' })
vim.lsp.enable('quoin')
"""
MODEL = {"name": "coder", "path": "/models/coder.gguf", "sizeBytes": 5_000_000}
METHOD = "textDocument/inlineCompletion"


@pytest.fixture
def inserting(editor: Neovim, tmp_path: Path) -> Neovim:
    editor.lua(f"(function() answers = {{}}; answers['{METHOD}'] = {{}} end)()")
    editor.insert(tmp_path / "any.py", "x = █\n")
    return editor


def sent(editor: Neovim, method: str) -> list[Any]:
    requests: list[Any] = editor.lua("sent")
    return [request["params"] for request in requests if request["method"] == method]


def offer(editor: Neovim, text: str, character: int = 4, **more: object) -> None:
    """Answer with this completion from now on."""
    place = {"line": 0, "character": character}
    item = {"insertText": text, "range": {"start": place, "end": place}, **more}
    say(editor, f"answers['{METHOD}'] =", [item])


def say(editor: Neovim, statement: str, value: object) -> None:
    given = json.dumps(json.dumps(value))
    editor.lua(f"(function() {statement} (vim.json.decode({given})) end)()")


@pytest.mark.parametrize(
    ("status", "text"),
    [
        ({"state": "loading", "progress": 0.4, "model": None, "guarantee": None}, "quoin 40%"),
        ({"state": "loading", "progress": None}, "quoin 0%"),
        ({"state": "thinking", "model": MODEL, "guarantee": None}, "quoin …"),
        ({"state": "ready", "model": MODEL, "guarantee": None}, "quoin"),
        ({"state": "ready", "model": MODEL, "guarantee": "region"}, "quoin (region)"),
        ({"state": "error", "message": "no such file", "model": None}, "quoin error"),
        ({"state": "off"}, "quoin off"),
        ({"state": "some day there may be another"}, "quoin"),
    ],
)
def test_statusline(inserting: Neovim, status: dict[str, Any], text: str) -> None:
    say(inserting, "say", status)
    inserting.wait(lambda: inserting.lua("require('quoin').status()") == text)


def test_health_tells_what_is_wrong_with_the_model(inserting: Neovim) -> None:
    say(inserting, "say", {"state": "error", "message": "no such file", "model": None})
    inserting.keys("<Esc>:checkhealth quoin<CR>")
    inserting.wait(lambda: "ERROR no such file" in inserting.text())
    inserting.keys(":close<CR>")


def test_acceptance_is_told_of_parts_and_of_the_whole(inserting: Neovim) -> None:
    command = {"title": "", "command": "quoin.accepted", "arguments": ["7", "full"]}
    offer(inserting, "one + two", command=command)
    before = len(sent(inserting, "workspace/executeCommand"))
    inserting.keys("<C-G>")
    inserting.wait(inserting.ghost_text)
    inserting.keys("<C-F>")
    inserting.wait(lambda: inserting.text() == "x = one\n")
    inserting.wait(lambda: len(sent(inserting, "workspace/executeCommand")) == before + 1)
    assert sent(inserting, "workspace/executeCommand")[-1]["arguments"] == ["7", "word", 3]
    inserting.keys("<Tab>")
    inserting.wait(lambda: inserting.text() == "x = one + two\n")
    inserting.wait(lambda: len(sent(inserting, "workspace/executeCommand")) == before + 2)
    assert sent(inserting, "workspace/executeCommand")[-1]["arguments"] == ["7", "full"]


def test_kinds_of_requests(inserting: Neovim) -> None:
    before = len(sent(inserting, METHOD))
    inserting.keys("1")
    inserting.wait(lambda: len(sent(inserting, METHOD)) > before)
    inserting.keys("<C-G>")
    kinds = [request["context"]["triggerKind"] for request in sent(inserting, METHOD)]
    assert kinds[-2:] == [2, 1]


@pytest.mark.parametrize("nothing", [None, [], {"items": []}])
def test_nothing_takes_what_was_shown_away(inserting: Neovim, nothing: object) -> None:
    offer(inserting, "one")
    inserting.keys("<C-G>")
    inserting.wait(inserting.ghost_text)
    say(inserting, f"answers['{METHOD}'] =", nothing)
    inserting.keys("<C-G>")
    inserting.wait(lambda: not inserting.ghost_text())


def test_late_answer_is_shown_where_it_still_agrees(inserting: Neovim) -> None:
    offer(inserting, "one + two")
    inserting.keys("one")
    inserting.wait(lambda: inserting.ghost_text() == " + two")
    inserting.keys("x")
    inserting.wait(lambda: inserting.text() == "x = onex\n")
    assert inserting.ghost_text() == ""


def test_line_ends_of_other_systems(inserting: Neovim) -> None:
    offer(inserting, "(1 +\r\n2)")
    inserting.keys("<C-G>")
    inserting.wait(lambda: inserting.ghost_text() == "(1 +\n2)")


def test_model_that_cannot_be_used_is_left_alone(inserting: Neovim, tmp_path: Path) -> None:
    say(inserting, "answers['quoin.describeModel'] =", {"problem": "no GGUF file", "name": ""})
    before = len(sent(inserting, "workspace/didChangeConfiguration"))
    inserting.keys(f"<Esc>:Quoin model {tmp_path}/a model.gguf<CR>")
    wanted = f"quoin: {tmp_path}/a model.gguf: no GGUF file"
    inserting.wait(lambda: wanted in inserting.messages())
    assert len(sent(inserting, "workspace/didChangeConfiguration")) == before


def test_model_is_described_and_used(inserting: Neovim, tmp_path: Path) -> None:
    described = {
        "name": "coder",
        "architecture": "llama",
        "sizeBytes": 5_000_000,
        "fim": True,
        "problem": None,
    }
    say(inserting, "answers['quoin.describeModel'] =", described)
    inserting.keys(f"<Esc>:Quoin model {tmp_path}/coder.gguf<CR>")
    inserting.wait(lambda: "quoin: coder, 5 MB, fills in the middle" in inserting.messages())
    pushed = sent(inserting, "workspace/didChangeConfiguration")[-1]["settings"]["quoin"]
    assert pushed["model"] == {"path": f"{tmp_path}/coder.gguf"}
    assert "trusted" not in pushed


@pytest.mark.parametrize("key", ["q", "<Esc>"])
def test_statistics(inserting: Neovim, key: str) -> None:
    lines = ["python: 9 shown, 3 accepted (33%)", "", *(f"line {number}" for number in range(100))]
    say(inserting, "answers['quoin.statsReport'] =", "\n".join(lines) + "\n")
    inserting.keys("<Esc>:Quoin stats<CR>")
    inserting.wait(lambda: inserting.text() == "\n".join(lines) + "\n")
    assert sent(inserting, "workspace/executeCommand")[-1]["arguments"] == ["text"]
    inserting.keys(key)
    inserting.wait(lambda: inserting.text() == "x = \n")


def test_command_that_an_older_server_has_not(inserting: Neovim) -> None:
    client = "vim.lsp.get_clients({ name = 'quoin' })[1]"
    inserting.lua(f"(function() {client}.server_capabilities.executeCommandProvider = nil end)()")
    inserting.keys("<Esc>:Quoin stats<CR>")
    wanted = "quoin: the server is older than this plug-in and has no command quoin.statsReport; update it"
    inserting.wait(lambda: wanted in inserting.messages())


def test_demo_of_an_older_server_leaves_no_tab(inserting: Neovim) -> None:
    inserting.keys("<Esc>:Quoin demo<CR>")
    wanted = "quoin: the server is older than this plug-in and has no command quoin.firstSteps; update it"
    inserting.wait(lambda: wanted in inserting.messages())
    inserting.wait(lambda: inserting.lua("#vim.api.nvim_list_tabpages()") == 1)
    assert inserting.text() == "x = \n"


def test_the_pickers_title_has_the_models_name_alone(inserting: Neovim) -> None:
    capabilities = "vim.lsp.get_clients({ name = 'quoin' })[1].server_capabilities"
    commands = "{ commands = { 'quoin.models' } }"
    inserting.lua(f"(function() {capabilities}.executeCommandProvider = {commands} end)()")
    inserting.lua("(function() vim.ui.select = function(_, options) title = options.prompt end end)()")
    say(inserting, "answers['quoin.models'] =", {"known": [], "found": [], "servers": None})
    say(inserting, "say", {"state": "ready", "model": MODEL})
    inserting.keys("<Esc>:Quoin model<CR>")
    inserting.wait(lambda: inserting.lua("title or ''") == "Choose a model (now: coder, 5 MB)")


@pytest.mark.parametrize(
    ("speed", "words"), [(1, "about 1 token a second"), (5.5, "about 5.5 tokens a second")]
)
def test_speed_in_words(inserting: Neovim, speed: float, words: str) -> None:
    model = {
        "name": "m",
        "path": "/m",
        "sizeBytes": 1,
        "fim": True,
        "store": "Ollama",
        "tokensPerSecond": speed,
    }
    survey = {"known": [], "found": [model], "servers": None}
    say(inserting, "shown = require('quoin.survey').rows", survey)
    assert words in inserting.lua("shown[2].text")


def test_what_another_server_offers_is_left_to_neovim(inserting: Neovim) -> None:
    snippet = {"insertText": {"kind": "snippet", "value": "one(${1:two})"}}
    say(inserting, f"answers['{METHOD}'] =", [snippet])
    client = "vim.lsp.get_clients({ name = 'quoin' })[1]"
    inserting.lua(f"(function() {client}.name = 'other' end)()")
    try:
        inserting.keys("<C-G>")
        inserting.wait(lambda: inserting.ghost_text() == "one(two)")
        assert inserting.lua("require('quoin').accept_word()") is False
        inserting.keys("<Tab>")
        inserting.wait(lambda: inserting.text() == "x = one(two)\n")
    finally:
        other = client.replace("quoin", "other")
        inserting.lua(f"(function() {other}.name = 'quoin' end)()")
