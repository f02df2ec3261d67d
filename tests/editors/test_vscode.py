"""The extension in a real VS Code, with the real server and the starter model.

Skipped where the tools are missing; `python -m tests.editors.setup_vscode` brings them.
"""

from __future__ import annotations

import ast
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .vscode import VSCode, vscode
from .vscode_tools import find_tools

if TYPE_CHECKING:
    from collections.abc import Iterator

TOOLS = find_tools()
pytestmark = pytest.mark.skipif(TOOLS.missing() is not None, reason=str(TOOLS.missing()))

QUOIN = Path(sys.executable).with_name("quoin")
SETTINGS = {"server.path": str(QUOIN), "maxLatencyMs": 10_000}
LEFT = """import os


def names(folder):
    found = []
    for name in os.listdir(folder):
        found.append("""
RIGHT = ")\n    return found\n"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VSCode]:
    with vscode(TOOLS, tmp_path_factory.mktemp("vscode"), SETTINGS) as started:
        yield started


@pytest.fixture
def settings() -> dict[str, object]:
    """What a test sets beside the settings of all tests."""
    return {}


@pytest.fixture
def file(
    editor: VSCode, settings: dict[str, object], request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Path]:
    """A file of the test's own, open between LEFT and RIGHT; a screenshot of how the test ends."""
    editor.set({**SETTINGS, **settings})
    path = editor.folder / f"{request.function.__name__.removeprefix('test_')}.py"
    path.write_text(LEFT + RIGHT, encoding="utf-8")
    editor.open(path, 7, 22)
    editor.status("ready", 60)
    yield path
    editor.shoot(tmp_path / "end.png")
    editor.press("Escape", "Escape")
    editor.command("Notifications: Clear All Notifications")


def check_accepted(editor: VSCode, file: Path, typed: str) -> None:
    """What is shown is what Tab puts there, and the file parses with it."""
    shown = editor.ghost_text()
    editor.press("Tab")
    text = editor.saved(file, lambda text: text not in (LEFT + RIGHT, LEFT + typed + RIGHT))
    assert text == LEFT + typed + shown + RIGHT
    ast.parse(text)


def test_completion_is_shown_and_accepted(editor: VSCode, file: Path, tmp_path: Path) -> None:
    editor.type("o")
    editor.ghost_text()
    editor.shoot(tmp_path / "shown.png")
    check_accepted(editor, file, "o")


def test_accepted_word_by_word(editor: VSCode, file: Path) -> None:
    editor.type("o")
    rest = editor.ghost_text()
    accepted = "o"
    while rest:
        editor.press("Control+ArrowRight")
        before = (LEFT + RIGHT, LEFT + accepted + RIGHT)
        text = editor.saved(file, lambda text, before=before: text not in before)  # type: ignore[misc]
        word = text.removeprefix(LEFT + accepted).removesuffix(RIGHT)
        assert rest.startswith(word)
        accepted, rest = accepted + word, rest[len(word) :]
        if rest:
            assert editor.ghost_text() == rest
    ast.parse(LEFT + accepted + RIGHT)


@pytest.mark.parametrize("settings", [{"candidates": 3}], ids=["three candidates"])
def test_next_candidate(editor: VSCode, file: Path) -> None:
    editor.type("o")
    first = editor.ghost_text()
    editor.press("Alt+BracketRight")
    assert editor.other_ghost_text(first)
    check_accepted(editor, file, "o")


def test_with_a_word_selected_in_the_list_tab_takes_the_word_first(editor: VSCode, file: Path) -> None:
    editor.type("fol")
    editor.press("Control+Space")
    editor.wait("document.querySelector('.suggest-widget.visible .monaco-list-row.focused') !== null")
    editor.press("Tab")
    text = editor.saved(file, lambda text: "append(folder" in text)
    assert text == LEFT + "folder" + RIGHT


def test_letters_outside_ascii_before_the_cursor(editor: VSCode, file: Path) -> None:
    editor.type("'é🙂' + o")
    check_accepted(editor, file, "'é🙂' + o")


@pytest.mark.usefixtures("file")
def test_switched_off_and_on(editor: VSCode) -> None:
    editor.command("quoin: Switch Completions On or Off")
    editor.status("switched off")
    editor.type("o")
    time.sleep(2)
    editor.wait_without_ghost_text()
    editor.command("quoin: Switch Completions On or Off")
    editor.status("ready")
    editor.type("s")
    assert editor.ghost_text()


@pytest.mark.usefixtures("file")
def test_wrong_model_is_told_once(editor: VSCode, tmp_path: Path) -> None:
    wrong = tmp_path / "absent.gguf"
    editor.set({**SETTINGS, "model.path": str(wrong)})
    message = editor.message(str(wrong))
    editor.shoot(tmp_path / "message.png")
    assert editor.messages() == [message]
    assert editor.buttons() == ["Choose Model…", "Show Log"]


@pytest.mark.usefixtures("file")
def test_missing_program_is_named(editor: VSCode, tmp_path: Path) -> None:
    editor.set({**SETTINGS, "server.path": str(tmp_path / "absent")})
    message = editor.message("names no program that can be run")
    assert str(tmp_path / "absent") in message
    assert editor.messages() == [message]
    assert editor.buttons() == ["Open Settings"]
    editor.set(SETTINGS)
    editor.status("ready")


@pytest.mark.usefixtures("file")
def test_bad_setting_is_named(editor: VSCode) -> None:
    editor.set({**SETTINGS, "maxTokens": 0})
    editor.message("setting maxTokens must be")
    assert editor.buttons() == ["Open Settings"]


@pytest.mark.usefixtures("file")
def test_menu_behind_the_status_item(editor: VSCode) -> None:
    editor.click_status()
    editor.wait("document.querySelector('.quick-input-title')?.innerText === 'quoin is ready'")
    assert "Choose a model file…" in editor.rows()
