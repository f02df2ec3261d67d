"""A folder that is not trusted cannot choose what is started or read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .cases import LEFT, RIGHT, SETTINGS
from .start import running
from .tools import find_tools

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .window import Window

RESTRICTED = "document.querySelector('.statusbar').innerText.includes('Restricted Mode')"


@pytest.fixture
def restricted(tmp_path: Path) -> Iterator[Window]:
    """A VS Code in restricted mode, or a skip with the reason."""
    tools = find_tools()
    missing = tools.missing()
    if missing is not None:
        pytest.skip(missing)
    with running(
        tools,
        tmp_path,
        SETTINGS,
        security__workspace__trust__enabled=True,
        security__workspace__trust__startupPrompt="never",
    ) as started:
        yield started


def write_settings(folder: Path, settings: dict[str, object]) -> None:
    own = folder / ".vscode" / "settings.json"
    own.parent.mkdir()
    own.write_text(json.dumps({f"quoin.{name}": value for name, value in settings.items()}), encoding="utf-8")


def check_completes(window: Window, key: str) -> None:
    window.status("ready")
    window.type(key)
    assert window.ghost_text()


def test_paths_of_the_folder_are_not_taken(restricted: Window) -> None:
    absent = str(restricted.folder / "absent")
    harmful: dict[str, object] = dict.fromkeys(("server.path", "model.path", "log.file"), absent)
    harmful |= {"remote.url": "http://127.0.0.1:9", "grammars": [absent]}
    write_settings(restricted.folder, harmful | {"maxTokens": 0})
    file = restricted.folder / "names.py"
    file.write_text(LEFT + RIGHT, encoding="utf-8")
    restricted.open(file, LEFT.count("\n") + 1, len(LEFT.rpartition("\n")[2]) + 1)
    restricted.wait(RESTRICTED)
    restricted.message("setting maxTokens")  # the folder's other settings count
    check_completes(restricted, "o")
    assert len(restricted.messages()) == 1
    # The user's own are taken in such a folder too.
    restricted.set({**SETTINGS, "model.path": absent})
    restricted.status(absent)
    restricted.set(SETTINGS)
    restricted.status("ready")
    # In a folder that is trusted, the folder's are left out just as well.
    restricted.command("Workspaces: Manage Workspace Trust")
    restricted.do("click", selector=".workspace-trust-editor .monaco-button:has-text('Trust')")
    restricted.wait(f"!{RESTRICTED}")
    restricted.open(file, LEFT.count("\n") + 1, len(LEFT.rpartition("\n")[2]) + 1)
    check_completes(restricted, "s")
