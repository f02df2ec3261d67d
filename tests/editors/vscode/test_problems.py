"""What goes wrong is told in one message, with what can be done about it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support import own_language
from tests.support.programs import slow_program

from .cases import QUOIN, SETTINGS

if TYPE_CHECKING:
    from .window import Window

pytestmark = pytest.mark.usefixtures("file")


def check_told(window: Window, settings: dict[str, object], part: str, buttons: list[str]) -> None:
    """With these settings there is one message, with such words and buttons."""
    window.set({**SETTINGS, **settings})
    message = window.message(part)
    assert window.messages() == [message]
    assert window.buttons() == buttons


def test_wrong_model(window: Window, tmp_path: Path) -> None:
    wrong = str(tmp_path / "absent.gguf")
    check_told(window, {"model.path": wrong}, wrong, ["Choose Model…", "Show Log"])
    window.status(wrong)
    window.set(SETTINGS)
    window.status("ready")
    window.type("o")
    assert window.ghost_text()


def test_setting_changed_while_the_server_starts(window: Window, tmp_path: Path) -> None:
    slow = slow_program(tmp_path, QUOIN)
    window.set({**SETTINGS, "server.path": str(slow)})
    window.status("loading")
    wrong = str(tmp_path / "absent.gguf")
    check_told(window, {"server.path": str(slow), "model.path": wrong}, wrong, ["Choose Model…", "Show Log"])
    window.set(SETTINGS)
    window.status("ready")


def test_missing_program(window: Window, tmp_path: Path) -> None:
    wrong = str(tmp_path / "absent")
    check_told(
        window, {"server.path": wrong}, f"names no program that can be run: {wrong}", ["Open Settings"]
    )
    window.set(SETTINGS)
    window.status("ready")


def test_program_that_is_no_server(window: Window) -> None:
    check_told(
        window, {"server.path": "/bin/false"}, "ended at once (exit status 1)", ["Show Log", "Restart"]
    )
    window.set(SETTINGS)
    window.status("ready")


@pytest.mark.parametrize(
    ("name", "value"),
    [("maxTokens", 0), ("stop", "never"), ("model.path", "relative"), ("grammars", ["relative"])],
)
def test_bad_setting(window: Window, name: str, value: object) -> None:
    check_told(window, {name: value}, f"setting {name} must be", ["Open Settings"])


def test_broken_language(window: Window, tmp_path: Path) -> None:
    folder = own_language.write(tmp_path / "own", own_language.GRAMMAR.replace('"+" atom', '"+" atm'))
    check_told(window, {"grammars": [str(folder)]}, f"{folder}/sums.lark:2: ", ["Open Settings"])


def test_server_that_is_killed_comes_back(window: Window) -> None:
    killed = servers(window)
    for process in killed:
        os.kill(process, signal.SIGKILL)
    end = time.monotonic() + 60
    while not set(servers(window)) - set(killed):
        assert time.monotonic() < end, "no other server was started"
        time.sleep(0.1)
    window.status("ready")
    window.type("o")
    assert window.ghost_text()
    assert window.messages() == []


def servers(window: Window) -> list[int]:
    """The processes of the language server that this window has started."""
    home = f"HOME={window.home}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            environment = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"serve" in words and home in environment:
            found.append(int(entry.name))
    return found
