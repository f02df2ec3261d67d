"""Why there is nothing is said: in the status item, by a command, and for languages without a model."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from .cases import LEFT, RIGHT, SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window

COMMENT = "because the cursor is in a comment (setting suppressIn)"


@pytest.mark.usefixtures("file")
def test_the_last_reason_is_in_the_tooltip_and_told_by_the_command(window: Window, tmp_path: Path) -> None:
    window.type("x)  # one")
    window.status(f"Last: no suggestion, {COMMENT}")
    window.click_status()
    window.pick("quoin is ready", "Why is there nothing?")
    window.message(f"No suggestion, {COMMENT}.")
    time.sleep(1)  # messages slide in
    assert window.buttons() == ["Open Settings"]
    window.shoot(tmp_path / "why.png")


@pytest.mark.usefixtures("file")
def test_a_reason_goes_with_the_next_suggestion(window: Window) -> None:
    window.type("x)  # one")
    window.status("Last: no suggestion")
    window.press("Home", "End", *["Backspace"] * len("x)  # one"))
    window.type("o")
    assert window.ghost_text()
    assert "no suggestion" not in window.status("Last completion")


def test_the_starters_languages_are_told_once(window: Window, file: Path, tmp_path: Path) -> None:
    other = file.with_name("main.clj")
    other.write_text("(defn f [a]\n  (+ \n))\n", encoding="utf-8")
    window.open(other, 2, 6)
    window.type("a")
    window.message("the starter model does not know clojure")
    time.sleep(1)  # messages slide in
    assert window.buttons() == ["Choose Model…"]
    window.shoot(tmp_path / "starter.png")
    window.type(" a")
    time.sleep(1)
    assert len(window.messages()) == 1
    window.status("Last: no suggestion, because the starter model does not know clojure")


def test_accepted_by_line(window: Window, file: Path) -> None:
    window.type("o")
    shown = window.ghost_text()
    window.press("Alt+End")
    text = window.saved(file, lambda text: text not in (LEFT + RIGHT, LEFT + "o" + RIGHT))
    assert text.startswith(LEFT + "o" + shown.split("\n")[0])


@pytest.mark.usefixtures("file")
def test_snoozing_is_in_the_menu(window: Window) -> None:
    window.click_status()
    assert "Snooze suggestions…" in window.menu("quoin is ready")


@pytest.mark.usefixtures("file")
def test_a_message_goes_when_its_cause_is_gone(window: Window, tmp_path: Path) -> None:
    absent = str(tmp_path / "absent.gguf")
    for _ in range(2):
        window.set({**SETTINGS, "model.path": absent})
        window.message(absent)
        window.set(SETTINGS)
        window.status("ready")
        window.wait("document.querySelectorAll('.notifications-toasts .notification-list-item').length === 0")


@pytest.mark.usefixtures("file")
def test_the_walkthroughs_first_steps(window: Window, tmp_path: Path) -> None:
    # As a new user has it.
    window.settle({name: value for name, value in SETTINGS.items() if name != "minConfidence"})
    window.command("quoin: Walkthrough")
    window.wait("document.querySelector('.gettingStartedContainer') !== null")
    window.wait(f"{step('complete')} && ({step('complete')}.click(), true)")
    window.shoot(tmp_path / "walkthrough.png")
    link = "[...document.querySelectorAll('.gettingStartedContainer .monaco-button')]"
    title = json.dumps("Open First Steps")
    window.wait(f"{link}.some((one) => one.innerText === {title} && (one.click(), true))")
    shown = window.ghost_text()
    window.wait(f"{LINES}.some((line) => line.includes('First steps with quoin'))")
    window.shoot(tmp_path / "example.png")
    window.press("Tab")
    window.wait_without_ghost_text()
    assert shown == "os.path.join(folder, name)"
    taken = "return max(names, key=lambda name: os.path.getmtime(os.path.join(folder, name)))  # 1"
    assert any(line.strip() == taken for line in window.wait(LINES))
    window.command("quoin: Walkthrough")
    for name in ("server", "complete"):
        window.wait(f"{step(name)}?.querySelector('.codicon-getting-started-step-checked')")
    window.shoot(tmp_path / "ticked.png")
    window.command("View: Close All Editors")


def step(name: str) -> str:
    """A step of the walkthrough, as a JavaScript expression."""
    return f"document.querySelector(\"[data-step-id='quoin.quoin#start#{name}']\")"


LINES = (
    "[...document.querySelectorAll('.monaco-editor .view-line')]"
    ".map((line) => line.innerText.replaceAll('\\xa0', ' '))"
)
