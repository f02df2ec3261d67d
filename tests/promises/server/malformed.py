"""Promise 11: whatever message comes, the next request is answered, and the server ends with its input."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from typing import TYPE_CHECKING

from quoin.lsp_server.harness.client import ResponseError
from quoin.lsp_server.transport.framing import frame
from tests.promises.promise import Outcome, Promise
from tests.promises.server.servers import served
from tests.promises.server.timing import Machine
from tests.support import odd_messages

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client

ANSWER_SECONDS, END_SECONDS, HANGING_SECONDS = 30.0, 2.0, 30.0
# The number of messages from which on the time to the end counts; with fewer, only a server that hangs does.
JUDGED = 10_000
METHOD_NOT_FOUND = -32601
# Messages that are sent before the answers are awaited.
TOGETHER = 25
# Requests before the first message, so that no message can name the id of one that is under way.
USUAL_IDS = 8
# How much of a body is shown.
SHOWN = 300


def hold(cases: int, rng: random.Random) -> Outcome:
    """Send messages to a server that knows its client's process, and to one that does not."""
    outcome = Outcome(0)
    for process_id in (None, os.getpid()):
        asyncio.run(_attack(max(1, cases // 2), rng.getrandbits(32), process_id, outcome))
    return outcome


async def _attack(cases: int, seed: int, process_id: int | None, outcome: Outcome) -> None:
    rng = random.Random(seed)
    named = f"seed={seed} processId={'given' if process_id else None}"
    async with served(processId=process_id) as client:
        await _unanswered(client, [b"{}"] * USUAL_IDS)
        done = 0
        while done < cases:
            bodies = [_body(rng) for _ in range(min(TOGETHER, cases - done))]
            missed = await _unanswered(client, bodies)
            if missed is not None:
                shown = bodies[missed][:SHOWN]
                outcome.broken.append(f"{named} message {done + missed}: no answer after {shown!r}")
                break
            done += len(bodies)
        outcome.tried += done
        if not await _completes(client):
            outcome.broken.append(f"{named}: no completion after {done} messages")
        machine = Machine()
        machine.look()
        seconds = await _ends(client)
        outcome.figures += f"ended after {seconds:.2f} s; "
        if seconds > (END_SECONDS * machine.slower if done >= JUDGED else HANGING_SECONDS):
            outcome.broken.append(f"{named}: ran {seconds:.2f} s after the end of its input")


def _body(rng: random.Random) -> bytes:
    return odd_messages.body(rng, json.dumps(odd_messages.message(rng)).encode())


async def _unanswered(client: Client, bodies: list[bytes]) -> int | None:
    """Send bodies, each in one piece with a request; return the number of the first that got no answer."""
    answers = [client.begin("no/such/method", None, after=frame(body))[1] for body in bodies]
    await asyncio.wait(answers, timeout=ANSWER_SECONDS)
    for number, answer in enumerate(answers):
        error = answer.exception() if answer.done() else None
        if not isinstance(error, ResponseError) or error.code != METHOD_NOT_FOUND:
            return number
    return None


async def _completes(client: Client) -> bool:
    """Whether the server still does its work."""
    if client.ended:
        return False
    client.configure({"maxLatencyMs": 20_000})
    client.open("file:///new.py", "print(")
    work = client.begin_completion("file:///new.py", 0, 6)[1]
    await asyncio.wait([work], timeout=ANSWER_SECONDS)
    return work.done() and not work.exception() and bool(work.result())


async def _ends(client: Client) -> float:
    """The seconds from the end of a server's input to its own; infinite if it has to be killed."""
    begun = time.monotonic()
    if client.process.stdin is not None:
        client.process.stdin.close()
    try:
        await asyncio.wait_for(client.process.wait(), HANGING_SECONDS)
    except asyncio.TimeoutError:
        return float("inf")
    return time.monotonic() - begun


PROMISE = Promise(
    11,
    "malformed messages: survived, the next request is answered, and the server ends with its input",
    "messages",
    {"suite": 2_000, "hour": 60_000, "full": 1_000_000},
    hold,
)
