"""Promise 10: whatever has become of a model file, it works or is refused soon, with a message."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.engine.model.gguf.damage import Damage, damages, put
from tests.engine.model.gguf.damaged import outcome
from tests.engine.model.gguf.odd import ODD
from tests.promises.promise import Outcome, Promise

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 5.0
USUAL = 1.0
"""The time in seconds that a good file takes on an idle machine; on a busy one, all files may take longer."""
EVERY = 25
"""The number of files after which the good file is tried again."""
AGAIN = 3
"""How often a file that took too long is tried again, each time after the good one: another program may have
had the processor, but a file that is slow by itself is slow each time."""
LONGEST_MESSAGE = 600
MEGABYTES = 1024
HANGING = 60.0


GOOD = Damage("none", lambda whole: whole)


def files(rng: random.Random) -> Iterator[Damage]:
    """The odd files and the damaged ones, and then files that are changed at random, without end."""
    known = [*(Damage(odd.name, lambda _, odd=odd: odd.data()) for odd in ODD), *damages()]  # type: ignore[misc]
    rng.shuffle(known)
    yield from known
    while True:
        seed = rng.getrandbits(32)
        yield Damage(f"changed by {seed}", lambda whole, seed=seed: _changed(whole, seed))  # type: ignore[misc]


def _changed(whole: bytes, seed: int) -> bytes:
    """Some bytes changed, most of them in the header."""
    rng = random.Random(seed)
    for _ in range(rng.choice((1, 4, 30))):
        at = rng.randrange(rng.choice((400, 300_000, len(whole))))
        whole = put(whole, at, rng.choice((bytes(rng.randint(1, 8)), rng.randbytes(rng.randint(1, 8)))))
    return whole[: rng.choice((len(whole), len(whole), rng.randrange(len(whole))))]


def hold(cases: int, rng: random.Random) -> Outcome:
    """Describe, load and use odd and damaged files."""
    return asyncio.run(_hold(cases, rng))


async def _hold(cases: int, rng: random.Random) -> Outcome:
    result = Outcome(0)
    refused, crashes, repeated, slowest, busy = 0, 0, 0, 0.0, 1.0
    with tempfile.TemporaryDirectory() as folder:
        # The first use of a language makes what later ones find in the cache.
        await outcome(GOOD, Path(folder))
        for damage, number in zip(files(rng), range(cases), strict=False):
            if number % EVERY == 0:
                busy = await _busy(Path(folder))
            result.tried += 1
            try:
                found = await asyncio.wait_for(outcome(damage, Path(folder)), HANGING)
            except (AssertionError, TimeoutError, asyncio.TimeoutError) as error:
                result.broken.append(f"{damage.name}: {type(error).__name__} {error}")
                continue
            if found.megabytes > MEGABYTES:
                result.broken.append(f"{damage.name}: {found.megabytes:.0f} MB")
            if found.message is None:
                continue
            refused += 1
            crashes += "ended unexpectedly" in found.message
            seconds = found.seconds / busy
            tries = 0
            while seconds > SECONDS and tries < AGAIN:
                tries += 1
                busy = await _busy(Path(folder))
                seconds = (await outcome(damage, Path(folder))).seconds / busy
            repeated += tries > 0
            slowest = max(slowest, seconds)
            is_clear = str(folder) in found.message and found.message.isprintable()
            if not is_clear or len(found.message) > LONGEST_MESSAGE or seconds > SECONDS:
                result.broken.append(
                    f"{damage.name}: {found.seconds:.1f} s, {found.message[:LONGEST_MESSAGE]}"
                )
    result.figures = f"{refused} refused, at most {slowest:.1f} s; {crashes} of them by a crash"
    if repeated:
        result.figures += f"; {repeated} tried again, since they took longer"
    return result


async def _busy(folder: Path) -> float:
    """How many times as long as usual the good file takes now; at least once."""
    return max(1.0, (await outcome(GOOD, folder)).seconds / USUAL)


PROMISE = Promise(
    10,
    f"damaged and odd model files work, or are refused with a message in {SECONDS:g} s",
    "files",
    {"suite": 5, "hour": 250, "full": 1000},
    hold,
)
