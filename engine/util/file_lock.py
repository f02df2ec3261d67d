"""A file lock admits one process at a time, and ends with the process that holds it."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TURN = 0.02
"""The time between two attempts to take a lock when the wait is limited, in seconds."""


@contextlib.contextmanager
def locked(file: Path, most: float | None = None) -> Iterator[bool]:
    """Hold a lock on a file that serves only as a lock, and yield whether the lock is held.

    On Windows nothing is locked: the standard library has no lock there that waits without end.

    Args:
        file: The lock file; it is created if it is missing.
        most: The longest wait in seconds, or None to wait without end. A limit matters because a suspended
            process keeps its locks.

    Raises:
        OSError: The file cannot be created or opened, or its file system has no locks.
    """
    if sys.platform == "win32":
        yield False
        return
    with file.open("ab") as handle:
        if most is None:
            yield _lock(handle, waits=True)
            return
        end = time.monotonic() + most
        while not (held := _lock(handle, waits=False)) and time.monotonic() < end:
            time.sleep(_TURN)
        yield held


def _lock(handle: IO[bytes], *, waits: bool) -> bool:
    import fcntl  # noqa: PLC0415 - exists on some systems only

    try:
        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
