"""The first file that the model's process runs: `python launch.py PID`, started by `open_connection`.

It ties the process to its client, whose number is the argument, before anything that takes time. The
client's death ends it on Linux whatever it is doing; elsewhere the closed pipe does, once the worker
listens to it.
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
    """Ask Linux to kill this process when the client's ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != client:
            # It has ended before Linux was asked.
            os._exit(0)


def main() -> None:
    """Run the worker."""
    end_with(int(sys.argv[1]))
    # Not this file's own folder, whose modules have names that others have too.
    sys.path[0] = str(Path(__file__).resolve().parents[3])
    # What is imported stays, so there is nothing to be collected, now or later.
    gc.disable()
    from quoin.engine.model.worker import worker  # noqa: PLC0415  takes time

    gc.freeze()
    gc.enable()
    worker.main()


if __name__ == "__main__":
    main()
