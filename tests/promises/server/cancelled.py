"""Promise 6: a cancelled request is answered at once, and the work on it ends soon, on a busy machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.cancelling import Plan, answers, stops
from benchmarks.sources import library
from benchmarks.timing import busy
from tests.promises.promise import Outcome, Promise
from tests.promises.server.servers import data_home
from tests.promises.server.timing import Machine, judge

if TYPE_CHECKING:
    import random

LOAD = 4
ANSWERED_SECONDS, STOPPED_SECONDS = 0.02, 0.1
# The longest time that a case may take on average before it counts as hanging.
HANGING_SECONDS = 60.0
# The requests that one server, or one process of a model, gets.
TOGETHER = 100


def hold(cases: int, rng: random.Random) -> Outcome:
    """Cancel requests to servers, and to the model's process itself, after any delay."""
    outcome = Outcome(0)
    machine = Machine(LOAD)
    answered: list[float] = []
    stopped: list[float] = []
    # The files are read before the machine is busy.
    library()
    with busy(LOAD), data_home():
        while outcome.tried < cases:
            plan = Plan(
                min(TOGETHER, max(1, (cases - outcome.tried) // 2)), rng.getrandbits(32), with_whole=False
            )
            machine.look()
            try:
                asyncio.run(_cancel(plan, answered, stopped))
            except asyncio.TimeoutError:
                outcome.broken.append(f"{plan}: a request was not answered")
                break
            outcome.tried += 2 * plan.cuts
    judge(outcome, answered, ANSWERED_SECONDS, machine, "answered after")
    judge(outcome, stopped, STOPPED_SECONDS, machine, "stopped after")
    return outcome


async def _cancel(plan: Plan, answered: list[float], stopped: list[float]) -> None:
    seconds = HANGING_SECONDS + plan.cuts
    times, _ = await asyncio.wait_for(answers(plan), seconds)
    answered += times
    stopped += await asyncio.wait_for(stops(plan), seconds)


PROMISE = Promise(
    6,
    "cancelled at any stage, with four busy processes: answered in 20 ms, at rest in 100 ms, 99 of 100 times",
    "requests",
    {"suite": 8, "hour": 200, "full": 10_000},
    hold,
)
