"""The form for nvim-lspconfig starts the server by itself, without the plug-in."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from .neovim import PLUGIN, SERVER, Neovim, needs_neovim, neovim

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = needs_neovim

INIT = """
vim.opt.runtimepath:remove({plugin})
vim.opt.runtimepath:prepend({folder})
vim.lsp.config('quoin', {{ init_options = {{ maxLatencyMs = 30000, minConfidence = 0 }} }})
vim.lsp.enable('quoin')
vim.lsp.inline_completion.enable()
"""


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Neovim]:
    """A Neovim with the form as nvim-lspconfig has it, and the server on the PATH."""
    folder = tmp_path / "nvim-lspconfig"
    (folder / "lsp").mkdir(parents=True)
    shutil.copy(PLUGIN / "packages" / "lspconfig.lua", folder / "lsp" / "quoin.lua")
    monkeypatch.setenv("PATH", os.pathsep.join([str(SERVER.parent), os.environ["PATH"]]))
    init = INIT.format(plugin=json.dumps(str(PLUGIN)), folder=json.dumps(str(folder)))
    with neovim(tmp_path, init) as started:
        yield started


def test_completions_come(editor: Neovim, tmp_path: Path) -> None:
    editor.insert(tmp_path / "sum.py", "def area(width, height):\n    return █\n")
    editor.keys("w")
    assert editor.wait(editor.ghost_text, 60)
    assert editor.lua("vim.fn.exists(':Quoin')") == 0
