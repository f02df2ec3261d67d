"""The status bar's item in each of its states: its words, its icon, its colour."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .cases import LEFT, RIGHT, SETTINGS
from .window import STATUS

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window


def check_after_a_completion(window: Window, words: str, icon: str) -> None:
    window.type("o")
    assert window.ghost_text()
    assert words in window.status("Last completion")
    assert window.status_icon() == icon


def test_file(window: Window, file: Path) -> None:  # noqa: ARG001
    check_after_a_completion(window, "the whole file parses with it", "pass-filled")


def test_region(window: Window, file: Path) -> None:
    broken = "x = ]\n\n\n"
    other = file.with_name("broken_elsewhere.py")
    other.write_text(broken + LEFT + RIGHT, encoding="utf-8")
    window.open(other, (broken + LEFT).count("\n") + 1, len(LEFT.rpartition("\n")[2]) + 1)
    check_after_a_completion(window, "the file is broken elsewhere; the rest parses with it", "pass")


def test_script(window: Window, file: Path) -> None:
    left, right = "<p>größer 🙂</p><script>let area = 1; let size = ", "</script>\n"
    page = file.with_name("page.html")
    page.write_text(left + right, encoding="utf-8")
    window.open(page, 1, len(left.encode("utf-16-le")) // 2 + 1)
    check_after_a_completion(window, "all of the javascript around the cursor parses", "pass-filled")
    assert "Language of the part around the cursor: ECMAScript 2025" in window.status("ready")


@pytest.mark.parametrize("settings", [{"guarantee": "off"}], ids=["no guarantee"])
@pytest.mark.usefixtures("file")
def test_none(window: Window) -> None:
    check_after_a_completion(window, "no guarantee", "circle-outline")


@pytest.mark.usefixtures("file")
def test_off(window: Window) -> None:
    window.set({**SETTINGS, "enable": False})
    window.status("quoin is switched off")
    assert window.status_icon() == "circle-slash"
    window.set(SETTINGS)
    window.status("ready")
    assert window.status_icon() == "pass-filled"


@pytest.mark.usefixtures("file")
def test_error(window: Window, tmp_path: Path) -> None:
    absent = str(tmp_path / "absent.gguf")
    window.set({**SETTINGS, "model.path": absent})
    assert window.status(absent).startswith("there is no model file")
    assert window.status_icon() == "error"
    assert window.wait(f"document.querySelector({json.dumps(STATUS)}).matches('.error-kind')")
    window.set(SETTINGS)
    window.status("ready")


@pytest.mark.parametrize(
    "settings", [{"candidates": 10, "stop": "block", "cache.entries": 0}], ids=["a slow answer"]
)
@pytest.mark.parametrize(
    "tail", ["\n".join(f"value_{n} = other_{n} + 1" for n in range(200))], ids=["much to read"]
)
@pytest.mark.usefixtures("file")
def test_loading_and_thinking(window: Window) -> None:
    window.watch_status()
    window.command("quoin: Restart the Server")
    window.wait("seen.some((words) => words.includes('quoin is ready'))")
    window.type("o")
    assert window.ghost_text()
    seen = window.wait("seen")
    (loading, *_), last = [words for words in seen if "loading" in words], seen[-1]
    assert loading.startswith("quoin is loading its model")
    assert any("loading its model 0 %" in words for words in seen)
    assert any("looking for a completion" in words for words in seen)
    assert last.startswith("quoin is ready")
