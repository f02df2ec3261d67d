"""Promise 3: whatever a text is, the core answers, soon and in little memory."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.promises.engine.asking import KINDS, SUBJECTS
from tests.promises.promise import Outcome, Promise
from tests.support.limited import Limited

if TYPE_CHECKING:
    import random

    from tests.promises.engine.asking import Kind, Subject

MEGABYTES = 1024
HANGING = 20.0
"""The time in seconds after which a text of some kilobytes counts as one on which the core hangs."""
TOGETHER = 10


def hold(cases: int, rng: random.Random) -> Outcome:
    """Ask about random, mutated and structured texts in all languages."""
    outcome = Outcome(0)
    share = max(1, cases // (len(SUBJECTS) * len(KINDS)))
    for subject in SUBJECTS:
        with Limited("tests.promises.engine.asking", MEGABYTES) as child:
            for kind in KINDS:
                seeds = [rng.getrandbits(32) for _ in range(share)]
                for begin in range(0, share, TOGETHER):
                    outcome.broken += _faults(child, subject, kind, seeds[begin : begin + TOGETHER])
                outcome.tried += share
    return outcome


def _faults(child: Limited, subject: Subject, kind: Kind, seeds: list[int]) -> list[str]:
    """What is wrong, by seed; seeds are tried one by one if something is wrong with them together."""
    case = {"subject": asdict(subject), "kind": kind, "seeds": seeds}
    fault = child.ask(case, HANGING * len(seeds)).fault
    if not fault:
        return []
    if len(seeds) == 1:
        return [f"{subject} {kind} seed={seeds[0]}: {fault}"]
    alone = [one for seed in seeds for one in _faults(child, subject, kind, [seed])]
    return alone or [f"{subject} {kind} seeds={seeds}, but none of them alone: {fault}"]


PROMISE = Promise(
    3,
    "no panic, hang or gigabyte on random, mutated and structured texts, all languages",
    "inputs",
    {"suite": len(SUBJECTS) * len(KINDS) * 3, "hour": 60_000, "full": 100_000_000},
    hold,
)
