"""Programs that tests put in the place of others."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def slow_program(folder: Path, program: Path, seconds: float = 3) -> Path:
    """A program that takes some seconds before it becomes another one."""
    slow = folder / "slow"
    slow.write_text(f'#!/bin/sh\nsleep {seconds}\nexec {shlex.quote(str(program))} "$@"\n', encoding="utf-8")
    slow.chmod(0o755)
    return slow
