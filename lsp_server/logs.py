"""The server's log: where it is written, and what is kept out of it.

The log is written to standard error, since standard output belongs to JSON-RPC, and on request also
to a file. The protocol library's own loggers print whole messages, including the user's source code,
at several levels, so they are silenced except at level `debug`.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

LogLevel = Literal["error", "warning", "info", "debug"]

log = logging.getLogger("quoin")

_LEVELS: dict[LogLevel, int] = {
    "error": logging.ERROR,
    "warning": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}
_LIBRARIES = ("pygls", "asyncio")
_SILENT = logging.CRITICAL + 1
_FORMAT = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")


def configure(level: LogLevel = "info", file: Path | None = None) -> None:
    """Set the log's level and outputs, replacing those of an earlier call.

    Raises:
        OSError: the file cannot be opened; the log is then written to standard error alone.
    """
    root = logging.getLogger()
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    _add(logging.StreamHandler(sys.stderr))
    log.setLevel(_LEVELS[level])
    for name in _LIBRARIES:
        logging.getLogger(name).setLevel(logging.DEBUG if level == "debug" else _SILENT)
    if file is not None:
        _add(logging.FileHandler(file, encoding="utf-8", errors="backslashreplace"))


def _add(handler: logging.Handler) -> None:
    handler.setFormatter(_FORMAT)
    logging.getLogger().addHandler(handler)


def describe(error: BaseException) -> str:
    """Describe an error by type and place, without its message, which may quote the user's text."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} in {places or 'an unknown place'}"
