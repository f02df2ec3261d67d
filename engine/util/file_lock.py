"""One process at a time: a lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TURN = 0.02
"""Seconds between two looks at a lock that is not waited for without end."""


@contextlib.contextmanager
def locked(file: Path, most: float | None = None) -> Iterator[bool]:
    """Hold a lock on a file that is there for nothing else; says whether it is held.

    Waits for whoever holds it, at most so many seconds where they are named: a process that was stopped
    holds on. On Windows nothing is locked: the standard library has no lock there that waits without end.

    Raises:
        OSError: the file cannot be made or opened, or has no locks where it lies.
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
