"""The model's process runs this file first: `python launch.py PID`, started by `open_connection`.

It ties the process to its client, whose process number is the argument, before any slow work begins. On Linux
the client's death ends the process immediately. On other systems the closed pipe ends it, once the worker
reads from the pipe.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1


def end_with(client: int) -> None:
    """Ask Linux to kill this process when the client's process ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != client:
            # The client has ended before the request to Linux.
            os._exit(0)


def main() -> None:
    """Run the worker."""
    end_with(int(sys.argv[1]))
    # This replaces the file's own folder, whose modules have names that other modules have too.
    sys.path[0] = str(Path(__file__).resolve().parents[3])
    # Imported objects are kept for good, so the garbage collector would find nothing, now or later.
    gc.disable()
    from quoin.engine.model.worker import worker  # noqa: PLC0415  takes time

    gc.freeze()
    gc.enable()
    worker.main()


if __name__ == "__main__":
    main()
