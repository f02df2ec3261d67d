"""quoin has its own folders below the user's (XDG base directory specification, or the system's customs)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "quoin"
"""The name of quoin's folders."""


def cache_folder() -> Path:
    """Return the folder for files that can be made again at any time; it need not exist.

    On every system `XDG_CACHE_HOME` takes precedence if it is an absolute path.
    """
    return _own("XDG_CACHE_HOME", mac="Library/Caches", other=".cache")


def data_folder() -> Path:
    """Return the folder for the user's data; it need not exist.

    On every system `XDG_DATA_HOME` takes precedence if it is an absolute path.
    """
    return _own("XDG_DATA_HOME", mac="Library/Application Support", other=".local/share")


def _own(variable: str, *, mac: str, other: str) -> Path:
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named / NAME
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / NAME
    return Path.home() / (mac if sys.platform == "darwin" else other) / NAME
