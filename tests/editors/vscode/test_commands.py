"""The commands, the status bar's item and its menu, and the first start."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import quoin.engine.starter

from .cases import QUOIN, SETTINGS

if TYPE_CHECKING:
    from .window import Window

pytestmark = pytest.mark.usefixtures("file")

WITHOUT_SERVER = {name: value for name, value in SETTINGS.items() if name != "server.path"}
WHEEL = {
    "quoin_stand_in.py": f"import os, sys\n\ndef main():\n    os.execv({str(QUOIN)!r}, sys.argv)\n",
    "quoin-0.0.1.dist-info/METADATA": "Metadata-Version: 2.1\nName: quoin\nVersion: 0.0.1\n",
    "quoin-0.0.1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "quoin-0.0.1.dist-info/entry_points.txt": "[console_scripts]\nquoin = quoin_stand_in:main\n",
    "quoin-0.0.1.dist-info/RECORD": "",
}


def test_switched_off_and_on(window: Window) -> None:
    window.command("quoin: Switch Completions On or Off")
    window.status("switched off")
    window.type("o")
    time.sleep(2)
    window.wait_without_ghost_text()
    window.command("quoin: Switch Completions On or Off")
    window.status("ready")
    window.type("s")
    assert window.ghost_text()


def test_switched_off_and_on_for_a_language(window: Window) -> None:
    window.click_status()
    window.pick("quoin is ready", "Switch off for python")
    time.sleep(1)  # the setting goes to a file and from there to the server
    window.type("o")
    time.sleep(2)
    window.wait_without_ghost_text()
    window.click_status()
    window.pick("quoin is ready", "Switch on for python")
    time.sleep(1)
    window.type("s")
    assert window.ghost_text()


def test_asked_for(window: Window) -> None:
    window.type("o")
    window.ghost_text()
    window.press("Escape")
    window.wait_without_ghost_text()
    window.command("quoin: Complete Here")
    assert window.ghost_text()  # not always what was shown: what is asked for need not stay in context


def test_menu_behind_the_status_item(window: Window) -> None:
    window.click_status()
    rows = window.menu("quoin is ready")
    assert rows[0].startswith("Switch off")
    assert "Choose a model…" in rows


def test_acceptance_is_counted(window: Window) -> None:
    before = window.accepted()
    window.type("o")
    window.ghost_text()
    window.press("Tab")
    window.wait_without_ghost_text()
    assert window.accepted() == before + 1


def test_statistics(window: Window, tmp_path: Path) -> None:
    window.type("o")
    window.ghost_text()
    window.press("Tab")
    tabs = "document.querySelectorAll('.tab[aria-label=\"quoin: Statistics\"]')"
    for _ in range(2):
        window.command("quoin: Show Statistics")
        window.wait(f"{tabs}.length === 1 && document.querySelector('iframe.webview.ready') !== null")
    window.shoot(tmp_path / "statistics.png")
    window.do("click", selector=".tab[aria-label='quoin: Statistics'] .action-label")
    window.wait(f"{tabs}.length === 0")


def test_model_is_described_and_chosen(window: Window) -> None:
    model = Path(quoin.engine.starter.__file__).with_name("starter.gguf")
    window.command("quoin: Choose a Model…")
    window.pick("Choose a model", "A file on this machine…")
    window.choose_file("Choose a model file", model)
    shown = window.dialog()
    megabytes = model.stat().st_size / 1e6
    size = f"{megabytes:.{1 if megabytes < 9.95 else 0}f} MB"
    for line in ("Name: quoin starter", f"Size: {size}", "Fill in the middle: yes"):
        assert line in shown
    window.press_button("Use This Model")
    window.wait_for_setting("model.path", str(model))
    window.type("o")
    assert window.ghost_text()


def test_first_steps(window: Window) -> None:
    window.command("quoin: Walkthrough")
    window.wait("document.querySelector('.getting-started-step.expanded') !== null")
    steps = "[...document.querySelectorAll('.getting-started-step h3')].map((step) => step.innerText)"
    titles = ["Start the server", "See a completion", "Choose a good model", "Look at the status bar"]
    assert window.wait(f"{steps}.length && {steps}") == titles


def test_first_start_with_a_clone_that_is_set_up(window: Window, tmp_path: Path) -> None:
    programs = tmp_path / "clone" / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "quoin").symlink_to(QUOIN)
    window.set(WITHOUT_SERVER)
    window.message("not installed, or not on the PATH")
    assert window.buttons() == ["Install…", "Open Settings"]
    window.press_button("Install…")
    assert "pip then downloads" in window.dialog()
    window.press_button("A Folder…")
    window.choose_file("Choose a clone of quoin", tmp_path / "clone")
    window.message("used from there")
    window.wait_for_setting("server.path", str(programs / "quoin"))
    window.status("ready")


def test_first_start_with_a_wheel(window: Window, tmp_path: Path) -> None:
    wheel = tmp_path / "quoin-0.0.1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in WHEEL.items():
            archive.writestr(name, text)
    window.set(WITHOUT_SERVER)
    window.message("not installed, or not on the PATH")
    window.press_button("Install…")
    window.press_button("A Wheel File…")
    window.choose_file("Choose a wheel of quoin", wheel)
    window.status("ready", 60)
    window.wait_for_setting("server.path", None)
    window.type("o")
    assert window.ghost_text()
