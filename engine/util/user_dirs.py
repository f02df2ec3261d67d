"""quoin has its own folders below the user's (XDG base directory specification, or the system's customs)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.util.system import user_folder

if TYPE_CHECKING:
    from pathlib import Path

NAME = "quoin"
"""The name of quoin's folders."""


def cache_folder() -> Path:
    """Return the folder for files that can be made again at any time; it need not exist.

    On every system `XDG_CACHE_HOME` takes precedence if it is an absolute path.
    """
    return user_folder("XDG_CACHE_HOME", mac="Library/Caches", other=".cache") / NAME


def data_folder() -> Path:
    """Return the folder for the user's data; it need not exist.

    On every system `XDG_DATA_HOME` takes precedence if it is an absolute path.
    """
    return user_folder("XDG_DATA_HOME", mac="Library/Application Support", other=".local/share") / NAME
