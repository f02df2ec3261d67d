"""The user's cache folder holds files that can be made again at any time.

A file is written under a temporary name and then renamed, so that readers and other writers see all of it or
none of it. It begins with a checksum of its name and its content, keyed by what has made it, so that a
damaged file, one under another's name and one of another build count as absent. So does a file that cannot be
read or written; neither is an error. The checksum is no signature: who can read the installation can compute
it. The reader has to check whether the content is what it expects.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.util.file_lock import locked
from quoin.engine.util.user_dirs import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_WAITED = 30.0
"""The longest wait for a file that another process is making, in seconds; then it is made here too."""

_SUM_BYTES = 32
_LOCK = ".lock"
_OLD_LOCK = 3600.0
"""The age in seconds from which a lock file is removed: its process was killed."""


@dataclass(frozen=True)
class Shelf:
    """A folder for cache files of one kind.

    Attributes:
        name: The folder's name.
        max_files: The largest number of files; those beyond it that were not used for longest are deleted.
        max_bytes: The largest size of all files together, in bytes; beyond it the same are deleted.
        max_file_bytes: The largest size of one file, in bytes. A larger one is neither read nor written.
        key: Returns the key of the checksums, of a fixed length.
    """

    name: str
    max_files: int
    max_bytes: int
    max_file_bytes: int
    key: Callable[[], bytes]

    def read(self, name: str) -> bytes | None:
        """Return the content of a file; None if it is missing, too large, not readable or not as written."""
        with suppress(OSError, RuntimeError):
            file = cache_folder() / self.name / name
            if file.is_file() and file.stat().st_size <= self.max_file_bytes:
                content = self.checked(name, file.read_bytes())
                if content is not None:
                    # A file that is in use is not among the oldest ones, whoever writes others.
                    with suppress(OSError):
                        os.utime(file)
                return content
        return None

    def checked(self, name: str, data: bytes) -> bytes | None:
        """Return the content of what was read of a file; None if it is not as written."""
        content = memoryview(data)[_SUM_BYTES:]
        is_written = hmac.compare_digest(self.checksum(name, content), data[:_SUM_BYTES])
        return bytes(content) if is_written else None

    def checksum(self, name: str, content: bytes | memoryview) -> bytes:
        """Return what stands before the content of a file."""
        found = hashlib.sha256(self.key())
        found.update(hashlib.sha256(name.encode()).digest())
        found.update(content)
        return found.digest()

    def write(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all, and delete the least recently used ones beyond the limits."""
        if _SUM_BYTES + len(content) > self.max_file_bytes:
            return
        with suppress(OSError, RuntimeError):
            folder = cache_folder() / self.name
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".new-", delete=False) as file:
                written = Path(file.name)
                try:
                    file.write(self.checksum(name, content))
                    file.write(content)
                    file.close()
                    written.replace(folder / name)
                finally:
                    written.unlink(missing_ok=True)
            self._tidy(folder)

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        with suppress(OSError, RuntimeError):
            _remove(cache_folder() / self.name / name)

    @contextmanager
    def making(self, name: str, most: float = MAX_WAITED) -> Iterator[None]:
        """Hold the lock for making a missing file, so that only one process makes it at a time.

        The other processes wait up to `most` seconds; after that they should look for the file again. Where
        files cannot be locked, no process waits. The lock is the system's, so it ends with its process.
        """
        with ExitStack() as held:
            lock = cache_folder() / self.name / f".{name}{_LOCK}"
            with suppress(OSError, RuntimeError):
                lock.parent.mkdir(parents=True, exist_ok=True)
                if held.enter_context(locked(lock, most)):
                    # A process that takes a new lock after this finds the file, or makes it once more.
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
