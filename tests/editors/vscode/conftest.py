"""One VS Code for all tests, and for each a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .cases import LEFT, RIGHT, SETTINGS
from .start import running
from .tools import find_tools

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .window import Window


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A VS Code with the extension, or a skip with the reason."""
    tools = find_tools()
    missing = tools.missing()
    if missing is not None:
        pytest.skip(missing)
    with running(tools, tmp_path_factory.mktemp("vscode"), SETTINGS) as started:
        yield started


@pytest.fixture
def settings() -> dict[str, object]:
    """What a test sets beside the settings of all tests."""
    return {}


@pytest.fixture
def tail() -> str:
    """What stands after RIGHT."""
    return ""


@pytest.fixture
def file(
    window: Window, settings: dict[str, object], tail: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Path]:
    """A file of the test's own, open between LEFT and RIGHT; a screenshot of how the test ends."""
    window.settle({**SETTINGS, **settings})
    path = window.folder / f"{request.function.__name__.removeprefix('test_')}.py"
    path.write_text(LEFT + RIGHT + tail, encoding="utf-8")
    window.open(path, LEFT.count("\n") + 1, len(LEFT.rpartition("\n")[2]) + 1)
    window.status("ready", 60)
    yield path
    window.shoot(tmp_path / "end.png")
    window.press("Escape", "Escape")
    window.command("Notifications: Clear All Notifications")
    # What is open helps to complete other files, and what was not saved would be there again.
    window.command("View: Revert and Close Editor")
