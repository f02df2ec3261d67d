"""Files in the user's cache folder, for what can be made anew at any time.

A file is written aside and put in place whole, so that readers and other writers see all of it or none; what
cannot be read or written is as good as absent, and nobody hears of it. Whether a file holds what it should
is its reader's to find out.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.util.file_lock import locked
from quoin.engine.util.user_dirs import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_WAITED = 30.0
"""Seconds that a file is waited for which another process makes; then it is made here too."""

_LOCK = ".lock"
_OLD_LOCK = 3600.0
"""Seconds after which a lock's file is nobody's any more: that of a process which was killed."""


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

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        with suppress(OSError, RuntimeError):
            return (cache_folder() / self.name / name).is_file()
        return False

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

    @contextmanager
    def making(self, name: str, most: float = MAX_WAITED) -> Iterator[None]:
        """Make a file that is not there, in one process at a time: the others wait, and look again then.

        Where nothing can be locked, nobody waits. The lock is the system's, so it ends with its process.
        """
        with ExitStack() as held:
            lock = cache_folder() / self.name / f".{name}{_LOCK}"
            with suppress(OSError, RuntimeError):
                lock.parent.mkdir(parents=True, exist_ok=True)
                if held.enter_context(locked(lock, most)):
                    # Who comes later finds the file, or makes it once more.
                    held.callback(_remove, lock)
            yield

    def _tidy(self, folder: Path) -> None:
        files = []
        for file in folder.iterdir():
            facts = file.stat()
            if file.suffix != _LOCK:
                files.append((facts, file))
            elif facts.st_mtime < time.time() - _OLD_LOCK:
                file.unlink()
        files.sort(key=lambda found: found[0].st_mtime, reverse=True)
        room = self.max_bytes
        for number, (facts, file) in enumerate(files):
            room -= facts.st_size
            if number >= self.max_files or room < 0:
                file.unlink()


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()
