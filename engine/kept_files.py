"""Files in the user's cache folder, for what can be made anew at any time.

A file is written aside and put in place whole, so that readers and other writers see all of it or none; what
cannot be read or written is as good as absent, and nobody hears of it. Whether a file holds what it should
is its reader's to find out.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


def cache_folder() -> Path:
    """Name the package's folder for what can be made anew; it need not exist.

    `XDG_CACHE_HOME` counts on every system, where it is an absolute path.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else _usual()) / "quoin"


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


@dataclass(frozen=True)
class Shelf:
    """Files of one kind, in a folder of their own.

    Attributes:
        name: of the folder.
        max_files: beyond so many the oldest go.
        max_bytes: beyond so many in all, too; a larger file is neither read nor written.
    """

    name: str
    max_files: int
    max_bytes: int

    def read(self, name: str) -> bytes | None:
        """What a file holds; None if there is none."""
        with suppress(OSError, RuntimeError):
            file = cache_folder() / self.name / name
            if file.is_file() and file.stat().st_size <= self.max_bytes:
                return file.read_bytes()
        return None

    def write(self, name: str, content: bytes) -> None:
        """Make a file hold this, whole or not at all."""
        if len(content) > self.max_bytes:
            return
        with suppress(OSError, RuntimeError):
            folder = cache_folder() / self.name
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".new-", delete=False) as file:
                written = Path(file.name)
                try:
                    file.write(content)
                    file.close()
                    written.replace(folder / name)
                finally:
                    written.unlink(missing_ok=True)
            self._tidy(folder)

    def _tidy(self, folder: Path) -> None:
        files = [(file.stat(), file) for file in folder.iterdir()]
        files.sort(key=lambda found: found[0].st_mtime, reverse=True)
        room = self.max_bytes
        for number, (facts, file) in enumerate(files):
            room -= facts.st_size
            if number >= self.max_files or room < 0:
                file.unlink()
