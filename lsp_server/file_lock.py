"""One process at a time: a lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock on a file that is there for nothing else; waits for whoever holds it.

    On Windows nothing is locked: the standard library has no lock there that waits without end.

    Raises:
        OSError: the file cannot be made or opened.
    """
    with file.open("ab") as handle:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - exists on some systems only

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
