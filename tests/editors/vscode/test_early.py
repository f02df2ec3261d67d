"""A key that is typed before the server is there is answered when it is."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .cases import SETTINGS
from .window import GHOST_TEXT

if TYPE_CHECKING:
    from .window import Window

QUOIN = Path(sys.executable).with_name("quoin")
SLOW = """#!{python}
import os, time
while not os.path.exists({signal}):
    time.sleep(0.1)
os.execv({quoin}, [{quoin}, "serve"])
"""


def test_early_key(window: Window, file: Path, tmp_path: Path) -> None:
    """The server starts only when the key has been typed."""
    signal, program = tmp_path / "typed", tmp_path / "slow"
    quoted = {"signal": json.dumps(str(signal)), "quoin": json.dumps(str(QUOIN))}
    program.write_text(SLOW.format(python=sys.executable, **quoted), encoding="utf-8")
    program.chmod(0o755)
    window.settle({**SETTINGS, "server.path": str(program)})
    before = file.read_text(encoding="utf-8")
    window.type("o")
    window.wait_without_ghost_text()
    signal.touch()
    assert window.wait(GHOST_TEXT, 60)
    window.press("Tab")
    assert window.saved(file, lambda text: len(text) > len(before) + 1)
