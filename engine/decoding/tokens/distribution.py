"""A `Distribution` holds a model's probabilities for one token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from quoin.engine import _core
from quoin.engine.quotient.quotient import core_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.decoding.model import Floats, Ids

MAX_PICKED = 64
"""The number of best tokens that are selected first, since usually one of them fits."""


class Rows:
    """A cache of the addresses of arrays that are used repeatedly, as a model's are."""

    MAX_KNOWN = 8
    """The largest number of arrays in the cache, which keeps them in memory."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Floats, _core.Logits]] = {}

    def of(self, row: Floats) -> _core.Logits:
        """Return the core's view of an array."""
        known = self._known.get(id(row))
        if known is not None:
            return known[1]
        found = in_memory(row)
        # An array that owns its memory is used only once, so that caching it would be useless.
        if row.base is not None and len(self._known) < self.MAX_KNOWN:
            self._known[id(row)] = row, found
        return found


def in_memory(row: Floats) -> _core.Logits:
    """Return the core's view of an array, which must be kept in memory as long as the view is used."""
    if row.dtype != np.float32 or not row.flags.c_contiguous:
        raise TypeError("logits are numbers of single precision, one after another")
    return _core.Logits(row.__array_interface__["data"][0], len(row))


class Distribution:
    """The probabilities of the next token, among the vocabulary or a subset of it.

    Args:
        logits: The logits, shape (vocabulary,); they are valid until the model's next call.
        subset: The ids of the subset, whose probabilities add up to one; None for the whole vocabulary.
        rows: The cache of the addresses of logits.
    """

    __slots__ = ("_chosen", "_core", "_first", "_ids", "_log_sum", "_logits")

    def __init__(self, logits: Floats, subset: Ids | None = None, rows: Rows | None = None) -> None:
        self._logits = logits
        self._ids = subset
        # The core has only an address, so that the array must be kept as long as the core may read it.
        self._chosen = logits if subset is None else logits[subset]
        known = None if subset is not None else rows
        core = in_memory(self._chosen) if known is None else known.of(logits)
        self._core: _core.Logits | None = core
        with core_errors():
            self._first, self._log_sum = core.summary()

    @property
    def first(self) -> int | None:
        """The likeliest id; None if the subset is empty."""
        return self._id(self._first) if len(self._chosen) else None

    def keep(self) -> Distribution:
        """Copy the logits, and return this distribution, which remains valid after the model's next call."""
        self._logits = self._logits.copy()
        if self._ids is None:
            self._chosen, self._core = self._logits, None
        return self

    def logprob(self, token: int) -> float:
        """Return the natural log-probability of a token of the subset."""
        return float(self._logits[token]) - self._log_sum

    def logits(self, tokens: Ids) -> Floats:
        """Return the logits of tokens of the subset."""
        return self._logits[tokens]

    def mass(self, tokens: Ids) -> float:
        """Return the probability that the next token is one of the tokens, which must be in the subset."""
        return float(np.exp(self._logits[tokens] - self._log_sum).sum(dtype=np.float64))

    def best_first(self, limit: int | None = None) -> Iterator[int]:
        """Yield ids by falling probability, at most `limit`.

        The first one is known already; those after the first `MAX_PICKED` require a sort of all ids.
        """
        size = len(self._chosen)
        most = size if limit is None else min(limit, size)
        if most == 0:
            return
        yield self._id(self._first)
        self._core = self._core or in_memory(self._chosen)
        with core_errors():
            picked = self._core.best(min(most, MAX_PICKED))
        for position in picked:
            if position != self._first:
                yield self._id(position)
        if most > MAX_PICKED:
            others = np.argsort(-self._chosen, kind="stable")[MAX_PICKED:most]
            yield from (others if self._ids is None else self._ids[others]).tolist()

    def best_allowed(self, allowed: Ids, limit: int) -> Iterator[int]:
        """Yield those of the `allowed` ids of the subset by falling probability, at most `limit`."""
        falling = -self._logits[allowed]
        few = min(limit, MAX_PICKED)
        yield from allowed[_least_first(falling, few)].tolist()
        if limit > few:
            yield from allowed[_least_first(falling, limit)[few:]].tolist()

    def _id(self, position: int) -> int:
        return position if self._ids is None else int(self._ids[position])


def _least_first(numbers: Floats, limit: int) -> Ids:
    """Return the positions of the least numbers in ascending order, at most `limit`, and stable."""
    if limit >= len(numbers):
        return numbers.argsort(kind="stable")
    # A partial selection is made first: sorting 152k tokens takes longer than evaluating a small model.
    candidates = np.flatnonzero(numbers <= np.partition(numbers, limit - 1)[limit - 1])
    return candidates[numbers[candidates].argsort(kind="stable")][:limit]
