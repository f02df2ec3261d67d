"""The model's probabilities for one token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from quoin.engine import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.decoding.model import Floats, Ids

FEW = 64
"""So many of the best tokens are looked for at first, since mostly one of them will do."""


class Rows:
    """Where arrays are in memory, for those that come again and again, as a model's do."""

    MOST = 8
    """Arrays that are remembered, and so kept."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Floats, _core.Logits]] = {}

    def of(self, row: Floats) -> _core.Logits:
        """An array as the core sees it."""
        known = self._known.get(id(row))
        if known is not None:
            return known[1]
        found = in_memory(row)
        # What has memory of its own comes once.
        if row.base is not None and len(self._known) < self.MOST:
            self._known[id(row)] = row, found
        return found


def in_memory(row: Floats) -> _core.Logits:
    """An array as the core sees it, which is to be kept as long as that is used."""
    if row.dtype != np.float32 or not row.flags.c_contiguous:
        raise TypeError("logits are numbers of single precision, one behind another")
    return _core.Logits(row.__array_interface__["data"][0], len(row))


class Distribution:
    """Probabilities of the next token, perhaps among a subset of the vocabulary.

    Args:
        logits: shape (vocabulary,); read only while the model's next call has not come.
        subset: ids that may come at all, for which probabilities add up to one; None for every id.
        rows: where logits have been found before.
    """

    __slots__ = ("_chosen", "_core", "_first", "_ids", "_log_sum", "_logits")

    def __init__(self, logits: Floats, subset: Ids | None = None, rows: Rows | None = None) -> None:
        self._logits = logits
        self._ids = subset
        # The core knows an address alone: so the array stays here as long as that may be read.
        self._chosen = logits if subset is None else logits[subset]
        known = None if subset is not None else rows
        core = in_memory(self._chosen) if known is None else known.of(logits)
        self._core: _core.Logits | None = core
        self._first, self._log_sum = core.summary()

    @property
    def first(self) -> int | None:
        """The likeliest id; None if there is none at all."""
        return self._id(self._first) if len(self._chosen) else None

    def keep(self) -> Distribution:
        """Itself, from now on also for use after the model's next call."""
        self._logits = self._logits.copy()
        if self._ids is None:
            self._chosen, self._core = self._logits, None
        return self

    def logprob(self, token: int) -> float:
        """Natural log-probability of a token of the subset."""
        return float(self._logits[token]) - self._log_sum

    def logits(self, tokens: Ids) -> Floats:
        """Logits of some tokens of the subset."""
        return self._logits[tokens]

    def mass(self, tokens: Ids) -> float:
        """Probability that one of the tokens comes; they must be of the subset."""
        return float(np.exp(self._logits[tokens] - self._log_sum).sum(dtype=np.float64))

    def best_first(self, limit: int | None = None) -> Iterator[int]:
        """Ids by falling probability, at most `limit`; the first costs nothing, those behind `FEW` more."""
        size = len(self._chosen)
        most = size if limit is None else min(limit, size)
        if most == 0:
            return
        yield self._id(self._first)
        self._core = self._core or in_memory(self._chosen)
        for position in self._core.best(min(most, FEW)):
            if position != self._first:
                yield self._id(position)
        if most > FEW:
            others = np.argsort(-self._chosen, kind="stable")[FEW:most]
            yield from (others if self._ids is None else self._ids[others]).tolist()

    def best_allowed(self, allowed: Ids, limit: int) -> Iterator[int]:
        """The same of some ids of the subset."""
        falling = -self._logits[allowed]
        few = min(limit, FEW)
        yield from allowed[_least_first(falling, few)].tolist()
        if limit > few:
            yield from allowed[_least_first(falling, limit)[few:]].tolist()

    def _id(self, position: int) -> int:
        return position if self._ids is None else int(self._ids[position])


def _least_first(numbers: Floats, limit: int) -> Ids:
    """Where the least of some numbers stand, at most `limit`, of equal ones the first."""
    if limit >= len(numbers):
        return numbers.argsort(kind="stable")
    # Partial selection first: sorting a vocabulary of 152k costs more than evaluating a small model.
    candidates = np.flatnonzero(numbers <= np.partition(numbers, limit - 1)[limit - 1])
    return candidates[numbers[candidates].argsort(kind="stable")][:limit]
