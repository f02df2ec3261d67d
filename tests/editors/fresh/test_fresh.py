"""From the artefacts of a release to the first ghost text, on a machine on which nothing is set up.

These tests are skipped unless the artefacts exist. That of Neovim also needs `QUOIN_FRESH=1`, since pip then
fetches what quoin depends on, as it does for a new user.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.editors.fresh.machine import DIST, Diary, artefact, programs
from tests.editors.neovim.neovim import find_neovim, neovim
from tests.editors.vscode.start import install_file, running
from tests.editors.vscode.tools import find_tools

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.editors.vscode.window import Window

LEFT = (
    "import os\n\n\ndef names(folder):\n    found = []\n    for name in os.listdir(folder):\n"
    "        found.append("
)
RIGHT = ")\n    return found\n"
KEY = "n"
MAX_STEPS = 3
MAX_SECONDS = 600
"""A machine under load takes many times the minute that an idle one may take; a hang takes longer."""


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print to the terminal, whether or not the test passes."""

    def say(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")  # noqa: T201 - it is what the test is for

    return say


def typed(window: Window) -> str:
    """Type a key until ghost text comes; a key that is typed before the server is there asks nobody."""
    end = time.monotonic() + MAX_SECONDS
    while True:
        window.type(KEY)
        with suppress(RuntimeError):
            return window.other_ghost_text("", 4)
        assert time.monotonic() < end
        window.press("Backspace")


def check(diary: Diary) -> None:
    assert len(diary.steps) <= MAX_STEPS
    assert max(diary.steps.values()) < MAX_SECONDS


def test_vscode_with_the_extension_alone(tmp_path: Path, say: Callable[[str], None]) -> None:
    file = artefact("quoin-*-*.vsix")
    tools = find_tools()
    if missing := tools.missing():
        pytest.skip(missing)
    diary = Diary("VS Code")
    extensions = tmp_path / "extensions"

    def put(folder: Path) -> None:
        install_file(tools, file, folder)
        diary.note("code --install-extension")

    path = programs(tmp_path / "bin")
    with running(tools, tmp_path, {}, put=put, path=path) as window:
        source = window.folder / "names.py"
        source.write_text(LEFT + RIGHT, encoding="utf-8")
        window.open(source, LEFT.count("\n") + 1, len(LEFT.rpartition("\n")[2]) + 1)
        diary.note("open a Python file")
        shown = typed(window)
        diary.note("type, and ghost text is shown")
        ast.parse(f"{LEFT}{KEY}{shown}{RIGHT}")
        say(diary.end(extensions))
    check(diary)


@pytest.mark.skipif(not os.environ.get("QUOIN_FRESH"), reason="pip fetches packages: QUOIN_FRESH=1 allows it")
@pytest.mark.skipif(not find_neovim()[0], reason=find_neovim()[1])
def test_neovim_with_python_alone(
    tmp_path: Path, say: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    artefact("quoin-*.whl")
    artefact("llama_cpp_python-*.whl")
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", programs(tmp_path / "bin", python3=Path(sys.executable).resolve()))
    setup = f"require('quoin').setup({{ install = {{ from = {json.dumps(str(DIST))} }} }})"
    diary = Diary("Neovim")
    with neovim(tmp_path, setup) as editor:
        diary.note("put setup into init.lua, and start")
        editor.keys(":QuoinInstall<CR>")
        editor.wait(lambda: any("installed: " in told for told in editor.messages()), MAX_SECONDS)
        diary.note(":QuoinInstall")
        editor.insert(tmp_path / "names.py", f"{LEFT}█{RIGHT}")
        editor.keys(KEY)
        shown = str(editor.wait(editor.ghost_text, MAX_SECONDS))
        diary.note("open a Python file and type; ghost text is shown")
        ast.parse(f"{LEFT}{KEY}{shown}{RIGHT}")
        say(diary.end(Path(editor.lua("vim.fn.stdpath('data')"))))
    check(diary)
