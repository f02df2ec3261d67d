"""Promise 4: however deep a text is, there is an answer or one error that says what is wrong, soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.promises.engine.nesting_kinds import NESTINGS
from tests.promises.promise import Outcome, Promise
from tests.support.limited import Limited

if TYPE_CHECKING:
    import random

DEPTH = 1_000_000
FEW, SHALLOW = 100, 20_000
"""The number of texts up to which each is only so deep: the test suite tries few, on busy machines."""
SECONDS = 2.0
"""The processor's time for an answer or an error, in seconds: the usual time limit of a request."""
REQUESTS = 10
"""The number of requests for one text, each of which goes on where the one before it ended."""
SLACK = 0.5
"""The time in seconds within which the core notices that the limit has passed, on a busy machine."""
HANGING = 60.0
SHOWN = 5
"""The number of texts that took more than one request and are named."""
MEGABYTES = 4096
"""What the model's process may have."""


def hold(cases: int, rng: random.Random) -> Outcome:
    """Read nestings of different kinds, each a million deep."""
    outcome = Outcome(0)
    chosen = list(NESTINGS) if cases >= len(NESTINGS) else rng.sample(NESTINGS, cases)
    chosen.sort(key=lambda one: one.language)
    depth = DEPTH if cases > FEW else SHALLOW
    slowest, where, refused, later = 0.0, "", 0, []
    with Limited("tests.promises.engine.nested", MEGABYTES) as child:
        for language, kind, side in ((one.language, one.kind.name, one.side) for one in chosen):
            text = {"language": language, "kind": kind, "side": side, "depth": depth}
            reply = child.ask({**text, "limit": SECONDS, "requests": REQUESTS}, HANGING)
            outcome.tried += 1
            place = f"{language} {kind} {side}"
            if reply.fault:
                outcome.broken.append(f"{place}: {reply.fault}")
                continue
            seconds, said = reply.answer["seconds"], reply.answer["said"]
            refused += bool(said)
            later += [f"{place}: {len(seconds)}"] if len(seconds) > 1 else []
            slowest, where = max((slowest, where), (max(seconds), place))
            if said is None or max(seconds) > SECONDS + SLACK:
                outcome.broken.append(f"{place}: {reply.answer}")
    answered = outcome.tried - refused - len(outcome.broken)
    outcome.figures = (
        f"{answered} answered, {refused} refused with one message; at most {slowest:.2f} s of the processor "
        f"({where}); more than one request for {len(later)} ({', '.join(later[:SHOWN])})"
    )
    return outcome


PROMISE = Promise(
    4,
    f"{DEPTH:,} deep nesting of every kind, each side: answered, or one typed error, in {SECONDS:g} s",
    "texts",
    {"suite": 16, "hour": FEW + 150, "full": len(NESTINGS)},
    hold,
)
