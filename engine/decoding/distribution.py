"""The model's probabilities for one token."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.decoding.interfaces import Floats, Ids


class Distribution:
    """Probabilities of the next token, perhaps among a subset of the vocabulary.

    Args:
        logits: shape (vocabulary,); read only while the model's next call has not come.
        subset: ids that may come at all, for which probabilities add up to one; None for every id.
    """

    def __init__(self, logits: Floats, subset: Ids | None = None) -> None:
        self._logits = logits
        self._ids = subset
        self._chosen = logits if subset is None else logits[subset]
        self._first = int(self._chosen.argmax()) if len(self._chosen) else -1
        self._log_sum: float | None = None

    def kept(self) -> Distribution:
        """The same, for use after the model's next call."""
        return Distribution(self._logits.copy(), self._ids)

    def _normaliser(self) -> float:
        """Logarithm of the sum of the exponentials, taken from the maximum for precision."""
        if self._log_sum is None:
            highest = self._chosen[self._first]
            exponentials = np.subtract(self._chosen, highest)
            np.exp(exponentials, out=exponentials)
            self._log_sum = float(highest) + math.log(np.add.reduce(exponentials))
        return self._log_sum

    def logprob(self, token: int) -> float:
        """Natural log-probability of a token of the subset."""
        return float(self._logits[token]) - self._normaliser()

    def logits(self, tokens: Ids) -> Floats:
        """Logits of some tokens of the subset."""
        return self._logits[tokens]

    def mass(self, tokens: Ids) -> float:
        """Probability that one of the tokens comes; they must be of the subset."""
        return float(np.exp(self._logits[tokens] - self._normaliser()).sum(dtype=np.float64))

    def best_first(self, limit: int | None = None) -> Iterator[int]:
        """Ids by falling probability, at most `limit`; the first costs nothing."""
        yield self._id(self._first)
        for position in self._best_positions(limit):
            if position != self._first:
                yield self._id(int(position))

    def best_allowed(self, allowed: Ids) -> Ids:
        """The same ids by falling probability."""
        return allowed[np.argsort(-self._logits[allowed], kind="stable")]

    def _best_positions(self, limit: int | None) -> Ids:
        size = len(self._chosen)
        count = size if limit is None else min(limit, size)
        # Partial selection first: sorting a vocabulary of 152k costs more than evaluating a small model.
        falling = -self._chosen
        best = falling.argpartition(count - 1)[:count]
        return best[falling[best].argsort(kind="stable")]

    def _id(self, position: int) -> int:
        return position if self._ids is None else int(self._ids[position])
