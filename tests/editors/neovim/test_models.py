"""`:Quoin model` in a real Neovim, with a list of models whose addresses are on this machine."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER
from tests.engine.supply import stand_in
from tests.engine.supply.stand_in import CONTENT, FILE_NAME, MEGABYTES, PATH, TITLE
from tests.engine.supply.web import Web, serving

from .neovim import ALONE, Neovim, needs_neovim, neovim

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = needs_neovim

# The user's answers: the beginning of the row that is taken, and the number of the button.
INIT = """
_G.shown, _G.asked, _G.progress, _G.row, _G.button, _G.digest = {}, {}, {}, '', 1, nil
vim.ui.select = function(rows, options, take)
  _G.shown = vim.tbl_map(options.format_item, rows)
  table.insert(asked, options.prompt)
  for _, row in ipairs(rows) do
    if row ~= nil and vim.startswith(options.format_item(row), _G.row) then
      return take(row)
    end
  end
  take(nil)
end
vim.fn.confirm = function(text)
  table.insert(asked, text)
  return button
end
vim.ui.input = function(options, take)
  table.insert(asked, options.prompt)
  take(digest)
end
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event)
    table.insert(progress, event.data.params.value)
  end,
})
require('quoin').setup({
  server = { path = SERVER },
  maxLatencyMs = 30000, minConfidence = 0,
  ALONE, MORE
})
"""
STATUS = "(require('quoin.status').get() or {})"
SUM = "def area(width, height):\n    return █\n"


@contextmanager
def started(folder: Path, web: Web, more: str = "") -> Iterator[Neovim]:
    server = json.dumps(str(stand_in.program(folder, web)))
    init = INIT.replace("SERVER", server).replace("ALONE", ALONE).replace("MORE", more)
    with neovim(folder, init) as editor:
        editor.insert(folder / "sum.py", SUM)
        editor.wait(editor.ghost_text)
        editor.keys("<Esc>")
        yield editor


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web(CONTENT)) as server:
        yield server


def choose(editor: Neovim, row: str, button: int = 1, digest: str | None = None) -> None:
    """Take the row that begins so, and a button."""
    values = f"{json.dumps(row)}, {button}, {json.dumps(digest)} or nil".replace("null", "nil")
    editor.lua(f"(function() row, button, digest = {values} end)()")
    before = editor.lua("#asked")
    editor.keys(":Quoin model<CR>")
    editor.wait(lambda: editor.lua("#asked") > before)


def used(editor: Neovim) -> object:
    return editor.lua(f"{STATUS}.model and {STATUS}.model.path")


def test_a_model_is_downloaded_after_a_yes_and_kept(tmp_path: Path, web: Web) -> None:
    path = tmp_path / "data" / "quoin" / "models" / FILE_NAME
    with started(tmp_path, web) as editor:
        choose(editor, f"Download {TITLE}", button=2)
        rows = editor.lua("shown")
        assert rows[0] == "The starter model that comes with quoin: small, for common languages"
        assert rows[1].startswith(f"Download {TITLE}: {MEGABYTES} MB, Apache-2.0, about ")
        assert rows[2].endswith(", no digest is known")
        assert rows[3] == "A file on this machine…"
        assert editor.lua("asked[1]").startswith(f"Choose a model (now: quoin starter, {MEGABYTES} MB")
        for part in (
            f"Download {TITLE}?",
            f"Address: {web.address(PATH)}",
            f"Size: {MEGABYTES} MB",
            "Licence: Apache-2.0 (http",
        ):
            assert part in editor.lua("asked[2]")
        assert web.requests == []
        choose(editor, f"Download {TITLE}")
        editor.wait(lambda: used(editor) == str(path))
        assert path.read_bytes() == CONTENT
        assert any(f"{TITLE} is downloaded and used" in message for message in editor.messages())
        kinds = [
            value["kind"] for value in editor.lua("progress") if "downloading" in value.get("title", "begin")
        ]
        assert {"begin", "end"} <= set(kinds)
    with started(tmp_path, web) as editor:
        assert used(editor) == str(path)
        choose(editor, "The starter model")
        editor.wait(lambda: used(editor) == str(STARTER))
    with started(tmp_path, web) as editor:
        assert used(editor) == str(STARTER)
    assert len(web.requests) == 1


def test_a_model_that_setup_names_counts_at_the_next_start(tmp_path: Path, web: Web) -> None:
    more = f"model = {{ path = {json.dumps(str(STARTER))} }}"
    with started(tmp_path, web, more) as editor:
        choose(editor, f"Download {TITLE}")
        editor.wait(lambda: any("until Neovim is left" in message for message in editor.messages()))
    with started(tmp_path, web, more) as editor:
        assert used(editor) == str(STARTER)


def test_a_download_is_stopped(tmp_path: Path, web: Web) -> None:
    web.silent = True
    with started(tmp_path, web) as editor:
        choose(editor, f"Download {TITLE}")
        editor.wait(lambda: web.requests)
        editor.keys(":Quoin model cancel<CR>")
        editor.wait(lambda: any("the download is stopped" in message for message in editor.messages()))
        editor.keys(":Quoin model cancel<CR>")
        editor.wait(lambda: any("nothing is being downloaded" in message for message in editor.messages()))
        assert used(editor) == str(STARTER)


@pytest.mark.parametrize(
    ("digest", "told"), [(None, ""), ("12", "64 hexadecimal digits"), ("0" * 64, "has the digest")]
)
def test_a_model_without_a_digest(tmp_path: Path, web: Web, digest: str | None, told: str) -> None:
    with started(tmp_path, web) as editor:
        choose(editor, "Download Without a Digest 1B", digest=digest)
        editor.wait(lambda: any("https://example.org/small shows it" in text for text in editor.lua("asked")))
        if told:
            editor.wait(lambda: any(told in message for message in editor.messages()))
        assert used(editor) == str(STARTER)
    assert len(web.requests) == ("digest" in told)


def test_servers_are_asked_only_when_that_is_chosen(tmp_path: Path, web: Web) -> None:
    with started(tmp_path, web) as editor:
        choose(editor, "Look for servers")
        editor.wait(lambda: editor.lua("#asked") == 2)
        rows = editor.lua("shown")
        assert not any(row.startswith("Look for servers") for row in rows)
