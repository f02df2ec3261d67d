"""The model's process is started by a connection, or as a spare process before there is a connection.

A spare process does its imports while its client still does its own, and so is ready earlier to load a model.
This module imports next to nothing, since it runs before the client's imports.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from quoin.engine.util.system import can_adopt_pipes, python

PACKAGES = Path(__file__).resolve().parents[3]
"""The working folder of the process. Python puts the working folder first on the import path, and a language
server's is the user's project, whose modules must not shadow this package's modules."""


def command() -> tuple[str, ...]:
    """Return the command line that starts the process."""
    return *python(), str(Path(__file__).parents[1] / "worker" / "launch.py"), str(os.getpid())


def environment() -> dict[str, str]:
    """Return the environment variables of the process."""
    # A native crash is reported by its signal, so ggml need not start a debugger. No matrices are multiplied
    # with numpy, so its matrix library needs only one thread.
    return {**os.environ, "GGML_NO_BACKTRACE": "1", "OPENBLAS_NUM_THREADS": "1"}


def start_spare() -> subprocess.Popen[bytes] | None:
    """Start a process for a future `ModelClient`, or return None if that fails.

    A connection then starts its own process later and reports any error. Where asyncio cannot take over
    existing pipes, there is no spare process.
    """
    if not can_adopt_pipes():
        return None
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command(), stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), cwd=PACKAGES
        )
    except OSError:
        return None


def end_spare(process: subprocess.Popen[bytes]) -> None:
    """End a spare process that no client has taken over."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
