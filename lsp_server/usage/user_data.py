"""Where quoin keeps what belongs to the user and not to a project."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from lsp_server import NAME


def data_folder() -> Path:
    """Name the folder for the user's data; it need not exist.

    `XDG_DATA_HOME` counts on every system, as the XDG base directory specification has it: only where
    it is an absolute path. Without it the system's usual place is taken.
    """
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else _usual()) / NAME


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path.home() / ".local" / "share"
