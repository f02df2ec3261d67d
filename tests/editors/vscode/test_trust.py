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


@pytest.fixture
def restricted(tmp_path: Path) -> Iterator[Window]:
    """A VS Code in restricted mode, or a skip with the reason."""
    tools = find_tools()
    missing = tools.missing()
    if missing is not None:
        pytest.skip(missing)
    trust = {
        "security__workspace__trust__enabled": True,
        "security__workspace__trust__startupPrompt": "never",
    }
    with running(tools, tmp_path, SETTINGS, **trust) as started:
        yield started


def test_paths_of_the_folder_are_not_taken(restricted: Window) -> None:
    own = restricted.folder / ".vscode" / "settings.json"
    own.parent.mkdir()
    harmful = dict.fromkeys(("server.path", "model.path", "log.file"), str(restricted.folder / "harmful"))
    settings = {f"quoin.{name}": path for name, path in harmful.items()}
    own.write_text(json.dumps(settings | {"quoin.maxTokens": 0}), encoding="utf-8")
    file = restricted.folder / "names.py"
    file.write_text(LEFT + RIGHT, encoding="utf-8")
    restricted.open(file, LEFT.count("\n") + 1, len(LEFT.rpartition("\n")[2]) + 1)
    restricted.wait("document.body.innerText.includes('Restricted Mode')")
    restricted.message("setting maxTokens")  # the folder's other settings count
    restricted.status("ready")
    restricted.type("o")
    assert restricted.ghost_text()
    assert len(restricted.messages()) == 1
