"""How the model's process is started: by a connection, or before there is one.

A process that is started at once, while its client still imports what it needs, has done its own imports when
it is asked to load a model. This module is for that moment: it imports next to nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[3]
"""Where the process runs. Python puts the working folder first on the import path; a server's is the user's
project, whose modules must not take the place of ours."""


def command() -> tuple[str, ...]:
    """The words that start it."""
    return sys.executable, str(Path(__file__).parents[1] / "worker" / "launch.py"), str(os.getpid())


def environment() -> dict[str, str]:
    """Its environment."""
    # A native crash is reported by its signal; the debugger that ggml would start is of no use here. Nor are
    # the threads that numpy's library for matrices starts, which are not multiplied here.
    return {**os.environ, "GGML_NO_BACKTRACE": "1", "OPENBLAS_NUM_THREADS": "1"}


def start_spare() -> subprocess.Popen[bytes] | None:
    """Start a process for a `ModelClient` to come.

    None where that does not work: it is started later then, and what is wrong is told. On Windows asyncio
    cannot take over pipes that others have made.
    """
    if sys.platform == "win32":
        return None
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command(), stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), cwd=PACKAGES
        )
    except OSError:
        return None


def end_spare(process: subprocess.Popen[bytes]) -> None:
    """End a process that nobody has come for."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
