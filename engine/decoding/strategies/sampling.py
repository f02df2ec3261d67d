"""Sampling under a filter draws each token from the model's distribution, restricted to the tokens that fit.

If nothing is truncated, tokens that do not fit are drawn and rejected, which results in this distribution
without a test of every token.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from quoin.engine.decoding.result import ranked
from quoin.engine.decoding.search import Start

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.model import Choice, Doubles, Floats, Ids
    from quoin.engine.decoding.request import Sampling
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.search import Search
    from quoin.engine.decoding.tokens.distribution import Distribution

DRAWS = 3
"""The largest number of completions that are drawn for each one that is wanted, since some may be equal."""


def decode_by_sampling(run: Search, root: Hypothesis, sampling: Sampling) -> None:
    """Draw completions until as many different ones are found as are wanted.

    Raises:
        Cancelled: The caller gave up.
        TimeIsUp: The deadline passed before there was a first distribution.
    """
    seen = run.first_look(root)
    if seen is None:
        return
    wanted = run.task.candidates
    gathered: list[Candidate] = []
    numbers = iter(range(wanted * DRAWS))
    while missing := wanted - len(run.found.candidates):
        # No more are drawn than are missing, since each yields at most one text. Without randomness, one
        # draw suffices, since all are equal.
        some = islice(numbers, missing if sampling.temperature else 1)
        draws = [_Drawing(run, sampling, np.random.default_rng([sampling.seed, number])) for number in some]
        starts = [
            Start(root.copy(), first, draw) for draw in draws if (first := draw(seen, root)) is not None
        ]
        gathered += filter(None, (one.closed() for one in run.grow(starts)))
        run.found.candidates = ranked(gathered, wanted)
        if not draws or sampling.temperature == 0:
            break
    run.found.candidates = run.found.candidates or run.last_resort(root)


class _Drawing:
    """A function that draws the tokens of one completion."""

    def __init__(self, run: Search, sampling: Sampling, generator: np.random.Generator) -> None:
        self._run = run
        self._sampling = sampling
        self._generator = generator

    def __call__(self, seen: Distribution, branch: Hypothesis) -> Choice | None:
        run = self._run
        ids = run.perhaps(branch)
        logits = seen.logits(ids)
        position = draw(
            penalised(logits, ids, branch.tokens, self._sampling.repetition_penalty),
            lambda at: run.fits(int(ids[at]), branch),
            self._sampling,
            self._generator,
        )
        if position is None:
            return None
        token = int(ids[position])
        return run.named(token, branch), seen.logprob(token)


def penalised(logits: Floats, ids: Ids, written: Sequence[int], penalty: float) -> Doubles:
    """Return the logits of tokens, with the penalty for those that have been written."""
    scores = logits.astype(np.float64)
    if penalty != 1.0 and written:
        again = np.isin(ids, np.array(sorted(set(written)), dtype=np.intp))
        scores[again] = np.where(scores[again] > 0, scores[again] / penalty, scores[again] * penalty)
    return scores


def draw(
    scores: Doubles, fits: Callable[[int], bool], sampling: Sampling, generator: np.random.Generator
) -> int | None:
    """Draw one of the positions that fit, by its logit.

    Args:
        scores: The logits, shape (n,).
        fits: Returns whether a position fits; it is called for as few positions as possible.
        sampling: The parameters of sampling.
        generator: The generator of random numbers.

    Returns:
        The position; None if none fits.
    """
    if len(scores) == 0:
        return None
    if sampling.temperature == 0:
        return next((int(at) for at in np.argsort(-scores, kind="stable") if fits(int(at))), None)
    scaled = scores / sampling.temperature
    weights = np.exp(scaled - scaled.max())
    if sampling.truncates:
        kept = _kept(weights / weights.sum(), fits, sampling)
        return int(kept[_draw(weights[kept], generator)]) if kept else None
    while weights.any():
        at = _draw(weights, generator)
        if fits(at):
            return at
        weights[at] = 0.0
    return None


def _draw(weights: Doubles, generator: np.random.Generator) -> int:
    """Draw a position with a probability proportional to its weight; weight 0 is never drawn."""
    sums = np.cumsum(weights)
    return int(np.searchsorted(sums, generator.random() * sums[-1], side="right"))


def _kept(shares: Doubles, fits: Callable[[int], bool], sampling: Sampling) -> list[int]:
    """Return the positions that fit and pass the truncations, the likeliest first."""
    kept: list[int] = []
    whole, mass = 1.0, 0.0
    for number in np.argsort(-shares, kind="stable"):
        at = int(number)
        if kept and (
            len(kept) == sampling.top_k
            or mass >= sampling.top_p * whole
            or shares[at] < sampling.min_p * shares[kept[0]]
        ):
            break
        if fits(at):
            kept.append(at)
            mass += shares[at]
        else:
            whole -= shares[at]
    return kept
