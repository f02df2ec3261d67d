"""Completions are shown as grey text, accepted whole or by word, and chosen between."""

from __future__ import annotations

import ast
import time
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER
from tests.support import own_language

from .cases import LEFT, RIGHT, SETTINGS
from .window import GHOST_TEXT

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window


def check_accepted(window: Window, file: Path, typed: str) -> None:
    """What is shown is what Tab puts there, and the file parses with it."""
    shown = window.ghost_text()
    window.press("Tab")
    text = window.saved(file, lambda text: text not in (LEFT + RIGHT, LEFT + typed + RIGHT))
    assert text == LEFT + typed + shown + RIGHT
    ast.parse(text)


def test_completion_is_shown_and_accepted(window: Window, file: Path, tmp_path: Path) -> None:
    window.type("o")
    window.ghost_text()
    window.shoot(tmp_path / "shown.png")
    check_accepted(window, file, "o")


def test_accepted_word_by_word_and_counted_with_the_last_word(window: Window, file: Path) -> None:
    before_all = window.accepted()
    window.type("o")
    rest = window.ghost_text()
    accepted = "o"
    while rest:
        window.press("Control+ArrowRight")
        before = (LEFT + RIGHT, LEFT + accepted + RIGHT)
        text = window.saved(file, lambda text, before=before: text not in before)  # type: ignore[misc]
        word = text.removeprefix(LEFT + accepted).removesuffix(RIGHT)
        assert rest.startswith(word)
        accepted, rest = accepted + word, rest[len(word) :]
        if rest:
            assert window.ghost_text() == rest
    ast.parse(LEFT + accepted + RIGHT)
    assert window.accepted() == before_all + 1


def test_dismissed_text_is_not_shown_again_while_it_is_typed(window: Window, file: Path) -> None:
    window.type("o")
    shown = window.ghost_text()
    window.press("Escape")
    window.wait_without_ghost_text()
    window.type(shown[0])
    time.sleep(1)  # more than the server needs for an answer from memory
    window.wait_without_ghost_text()
    window.press("Backspace", "Backspace")
    window.type("n")
    window.ghost_text()
    assert window.saved(file, lambda text: text != LEFT + RIGHT) == LEFT + "n" + RIGHT


@pytest.mark.parametrize("settings", [{"candidates": 3}], ids=["three candidates"])
def test_next_candidate(window: Window, file: Path) -> None:
    window.type("o")
    first = window.ghost_text()
    window.press("Alt+BracketRight")
    assert window.other_ghost_text(first)
    check_accepted(window, file, "o")


def test_with_a_word_selected_in_the_list_tab_takes_the_word_first(window: Window, file: Path) -> None:
    window.type("fol")
    window.press("Control+Space")
    window.wait("document.querySelector('.suggest-widget.visible .monaco-list-row.focused') !== null")
    window.press("Tab")
    text = window.saved(file, lambda text: "append(folder" in text)
    assert text == LEFT + "folder" + RIGHT


def test_letters_outside_ascii_before_the_cursor(window: Window, file: Path) -> None:
    window.type("'é🙂' + o")
    check_accepted(window, file, "'é🙂' + o")


@pytest.mark.usefixtures("file")
def test_further_language(window: Window, tmp_path: Path) -> None:
    own = {"grammars": [str(own_language.write(tmp_path / "own"))], "model.path": str(STARTER)}
    window.set({**SETTINGS, **own})
    path = window.folder / "a.sums"
    path.write_text(own_language.LEFT + own_language.RIGHT, encoding="utf-8")
    window.open(path, 1, len(own_language.LEFT) + 1)
    window.status("ready", 60)
    window.type("a")
    assert window.ghost_text(60)


@pytest.mark.usefixtures("file")
def test_accepted_with_an_empty_block_a_line_is_open_in_it(window: Window, tmp_path: Path) -> None:
    window.settle({**SETTINGS, "minConfidence": 0.06})
    path = window.folder / "total.js"
    left = "export function total(items) {\n  let total = 0;\n  for (const item"
    right = "\n  return total;\n}\n"
    path.write_text(left + right, encoding="utf-8")
    window.open(path, 3, 18)
    window.status("ready", 60)
    window.type(" of")
    window.wait_for_ghost_text_with("items) {", 60)
    window.press("Tab")
    window.wait(f"!({GHOST_TEXT} || '').includes('items) {{')")
    begun = window.wait(GHOST_TEXT, 20)  # nobody asks for it
    window.shoot(tmp_path / "inside.png")
    accepted = f"{left} of items) {{\n    █\n  }}{right}"
    window.saved(path, lambda text: text == accepted.replace("█", ""))
    window.press("Tab")
    window.saved(path, lambda text: text == accepted.replace("█", begun))
    window.press("Control+Z")
    window.saved(path, lambda text: text == accepted.replace("█", ""))
    window.press("Control+Z")
    window.saved(path, lambda text: text == f"{left} of{right}")
