"""Where the cursor rests, the server is told; keys tell it nothing, since they ask."""

from __future__ import annotations

import json
import shlex
import time
from typing import TYPE_CHECKING, Any

import pytest

from .cases import LEFT, QUOIN

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window

COMMAND = "quoin.cursorRests"


@pytest.fixture
def heard(tmp_path: Path) -> Path:
    """What the server has been sent."""
    return tmp_path / "heard"


@pytest.fixture
def settings(heard: Path, tmp_path: Path) -> dict[str, object]:
    """A server that keeps what it is sent."""
    program = tmp_path / "kept"
    line = f'tee -a {shlex.quote(str(heard))} | {shlex.quote(str(QUOIN))} "$@"'
    program.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    program.chmod(0o755)
    return {"server.path": str(program)}


def rested(heard: Path) -> list[Any]:
    """Where the cursor rested: files' names, lines and characters."""
    decoder, found = json.JSONDecoder(), []
    for part in heard.read_bytes().decode().split("\r\n\r\n")[1:]:
        message, _ = decoder.raw_decode(part)
        params = message.get("params")
        if isinstance(params, dict) and params.get("command") == COMMAND:
            uri, line, character = params["arguments"]
            found.append((uri.rpartition("/")[2], line, character))
    return found


def wait_for_rest(heard: Path, place: tuple[str, int, int]) -> None:
    """Wait until a place is the last one in which the cursor has rested."""
    end = time.monotonic() + 20
    while rested(heard)[-1:] != [place] and time.monotonic() < end:
        time.sleep(0.1)
    assert rested(heard)[-1:] == [place]


def test_the_server_hears_where_the_cursor_rests(window: Window, file: Path, heard: Path) -> None:
    line, column = LEFT.count("\n"), len(LEFT.rpartition("\n")[2])
    wait_for_rest(heard, (file.name, line, column))
    window.press("ArrowUp", "ArrowUp", "End")
    moved = (file.name, line - 2, len("    found = []"))
    wait_for_rest(heard, moved)
    before = rested(heard)
    # Neither keys nor what is selected: keys ask by themselves, and nothing is offered at a selection.
    window.type("\nx")
    time.sleep(1)
    assert rested(heard) == before
    window.press("Shift+Home")
    time.sleep(1)
    assert rested(heard) == before
