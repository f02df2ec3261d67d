"""A file lock admits one process at a time, and ends with the process that holds it."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from quoin.engine.util.system import can_lock_files, lock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TURN = 0.02
"""The time between two attempts to take a lock when the wait is limited, in seconds."""


@contextlib.contextmanager
def locked(file: Path, most: float | None = None) -> Iterator[bool]:
    """Hold a lock on a file that serves only as a lock, and yield whether the lock is held.

    Where files cannot be locked, nothing is (`quoin.engine.util.system.can_lock_files`).

    Args:
        file: The lock file; it is created if it is missing.
        most: The longest wait in seconds, or None to wait without end. A limit matters because a suspended
            process keeps its locks.

    Raises:
        OSError: The file cannot be created or opened, or its file system has no locks.
    """
    if not can_lock_files():
        yield False
        return
    with file.open("ab") as handle:
        if most is None:
            yield lock(handle, waits=True)
            return
        end = time.monotonic() + most
        while not (held := lock(handle, waits=False)) and time.monotonic() < end:
            time.sleep(_TURN)
        yield held
