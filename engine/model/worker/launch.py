"""The model's process runs this file first: `python launch.py PID`, started by `open_connection`.

It ties the process to its client, whose process number is the argument, before any slow work begins. On Linux
the client's death ends the process immediately. On other systems the closed pipe ends it, once the worker
reads from the pipe.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path


def main() -> None:
    """Run the worker."""
    # This replaces the file's own folder, whose modules have names that other modules have too. An isolated
    # Python has not put it on the path.
    sys.path[: 0 if sys.flags.isolated else 1] = [str(Path(__file__).resolve().parents[3])]
    from quoin.engine.util.system import end_with_client, keep_one_heap  # noqa: PLC0415  needs the path

    end_with_client(int(sys.argv[1]))
    keep_one_heap()
    # Imported objects are kept for good, so the garbage collector would find nothing, now or later.
    gc.disable()
    from quoin.engine.model.worker import worker  # noqa: PLC0415  takes time

    gc.freeze()
    gc.enable()
    worker.main()


if __name__ == "__main__":
    main()
