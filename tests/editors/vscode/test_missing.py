"""A completion that binds what the rest of the function lacks is asked for by a command."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window

LACKING = "def mean(xs):\n    \n    return total / count\n"


def test_what_is_missing(window: Window, file: Path, tmp_path: Path) -> None:
    other = file.with_name("mean.py")
    other.write_text(LACKING, encoding="utf-8")
    window.open(other, 2, 5)
    window.status("ready")
    window.command("quoin: Complete What Is Missing")
    window.wait_for_ghost_text_with("total = ")
    window.status("It binds `total` and `count`, which line 3 reads")
    time.sleep(0.5)
    window.shoot(tmp_path / "missing.png")
