"""Promise 1: incremental state equals state from scratch, in all languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.differential.edits import POOLS, walk
from tests.promises.promise import Outcome, Promise

if TYPE_CHECKING:
    import random

# Languages, their versions, and whether names are looked at.
WALKS: tuple[tuple[str, tuple[str | None, ...], bool], ...] = (
    *((name, (None,), False) for name in POOLS),
    ("python", ("3.8", "3.11", "3.12", "3.14"), False),
    ("python", ("3.8", "3.11", "3.13", "3.14"), True),
    ("lua", (None,), True),
)


LEAST = 10
"""The least number of edits in a walk, since a language has to be loaded for it."""


def hold(cases: int, rng: random.Random) -> Outcome:
    """Walk over files of the languages with equal shares of the edits; of some languages if these are few."""
    outcome = Outcome(0)
    walks = WALKS if cases >= LEAST * len(WALKS) else rng.sample(WALKS, max(1, cases // LEAST))
    share = max(LEAST, cases // len(WALKS))
    for language, versions, names in walks:
        seed = rng.getrandbits(32)
        try:
            walk(language, versions, share, seed, names=names)
        except AssertionError as difference:
            outcome.broken.append(f"{language} names={names} seed={seed}: {difference}")
        outcome.tried += share
    return outcome


PROMISE = Promise(
    1,
    "incremental equals from scratch after random edits, all languages",
    "edits",
    {"suite": 40, "hour": 30_000, "full": 10_000_000},
    hold,
)
