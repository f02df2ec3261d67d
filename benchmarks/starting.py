"""From the start of the server's process to its first answer.

`initialize` is when the server has answered that; `first` when it has answered the first request for
completions, made at once; `again` is how long the same request takes a second time; `load` is what the
server says that the model took to load. What is left of the first answer is the start of two processes, side
by side, with what they import, and the language. `server` and `worker` are the processor's time that
each of the two had taken by the first answer (on Linux), which says more on a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import re
import statistics
import time
from pathlib import Path

from quoin.lsp_server.harness.client import Client

URI = "file:///a.py"
TEXT = "import os\n\n\ndef f(a, b):\n    return \n\n\nprint(f(1, 2))\n"
LINE, CHARACTER = 4, 11
COLUMNS = ("initialize", "first", "again", "load", "left", "server", "worker")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    rows = [asyncio.run(start()) for _ in range(arguments.rounds)]
    print("ms        " + "".join(f"{name:>12}" for name in COLUMNS))
    for title, pick in (("median", statistics.median), ("least", min)):
        print(f"{title:10}" + "".join(f"{pick(column) * 1e3:12.0f}" for column in zip(*rows, strict=True)))


async def start() -> tuple[float, ...]:
    """Seconds to each of the columns, in one run of the server."""
    begun = time.perf_counter()
    client = await Client.start()
    await client.initialize({"trusted": True, "maxTokens": 4, "debounceMs": 0})
    initialized = time.perf_counter() - begun
    client.open(URI, TEXT)
    await client.complete(URI, LINE, CHARACTER)
    first = time.perf_counter() - begun
    busy = processor_times(client.process.pid)
    client.close(URI)
    client.open(URI, TEXT.replace("print", "input"))
    asked = time.perf_counter()
    await client.complete(URI, LINE, CHARACTER)
    again = time.perf_counter() - asked
    await client.stop()
    load = max(
        (float(found) for line in client.log for found in re.findall(r"in ([\d.]+) s", line)), default=0.0
    )
    return initialized, first, again, load, first - again - load, *busy


def processor_times(server: int) -> tuple[float, float]:
    """Seconds of the processor that the server's process and the one that it started have taken."""
    try:
        (worker,) = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        return _processor_time(server), _processor_time(int(worker))
    except (OSError, ValueError):
        return math.nan, math.nan


def _processor_time(process: int) -> float:
    # Behind the name, which stands in brackets; see proc_pid_stat(5).
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
