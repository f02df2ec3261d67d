"""An editor that starts a server, uses it, and may be killed: `python -m tests.support.editor STATE`.

It prints the number of the server's process as soon as there is one. The state says what it does then:

- `starting`: nothing.
- `loading`: it opens a document.
- `idle`: it has had a completion.
- `working`: it waits for a long completion.
- `typing`: it types and asks without end.

With `held` as a further argument another process holds the pipe to the server, which then knows its client;
the number of that process is printed, too.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import Any

from quoin.lsp_server.harness.client import Client

STATES = ("starting", "loading", "idle", "working", "typing")
URI = "file:///a.py"
LEFT = "import sys\n\n\ndef main(arguments):\n    " + "for one in arguments:\n        print(one)\n    " * 60
_OPTIONS = {"maxLatencyMs": 20_000, "maxTokens": 400, "stop": "block", "cache.entries": 0}
_SLEEP = (sys.executable, "-c", "import time; time.sleep(120)")


async def main(state: str, *, held: bool) -> None:
    """Start a server and use it until this process ends."""
    client = await Client.start()
    pids = [client.process.pid]
    if held:
        await client.initialize(_OPTIONS, processId=os.getpid())
        pids.append(_hold(client))
    sys.stdout.write(" ".join(map(str, pids)) + "\n")
    sys.stdout.flush()
    await use(client, state, is_known=held)
    await asyncio.sleep(120)


async def use(client: Client, state: str, *, is_known: bool = False) -> None:
    """Bring a server into a state; `is_known` says whether it is initialised."""
    if state == "starting":
        return
    if not is_known:
        await client.initialize(_OPTIONS, processId=os.getpid())
    client.open(URI, LEFT)
    line = LEFT.count("\n")
    if state == "loading":
        return
    await client.complete(URI, line, 4)
    if state == "working":
        unwatched(client.begin_completion(URI, line, 4)[1])
    column = 4
    while state == "typing":
        place = {"line": line, "character": column}
        change = {"range": {"start": place, "end": place}, "text": "a"}
        version = {"uri": URI, "version": column}
        client.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [change]})
        column += 1
        unwatched(client.begin_completion(URI, line, column, automatic=True)[1])
        await asyncio.sleep(0.03)


def unwatched(answer: asyncio.Future[Any]) -> None:
    """Let nobody wait for an answer, which may never come."""
    answer.add_done_callback(lambda done: done.cancelled() or done.exception())


def _hold(client: Client) -> int:
    """Let another process have the end of the pipe through which the server is spoken to."""
    assert client.process.stdin is not None
    pipe: int = client.process.stdin.transport.get_extra_info("pipe").fileno()
    return subprocess.Popen(_SLEEP, pass_fds=[pipe], stdout=subprocess.DEVNULL).pid


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], held="held" in sys.argv[2:]))
