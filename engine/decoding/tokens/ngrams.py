"""What the file itself says of the next token, for a model too small to see it.

The algorithm and its sources stand in the core's `ngrams.rs`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from quoin.engine import _core
from quoin.engine.decoding.tokens.distribution import in_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Floats, Ids, Tokens

    Shares = Sequence[Sequence[float]]
    """For contexts of none, one, … five tokens: the probability given to what the file goes on with, where
    that differs, is there once, and is there more than once and always the same."""

_BORDER = array("i", [-1])
_LONGEST_CONTEXT = 5


class Ngrams:
    """An n-gram model of the texts around a cursor.

    Args:
        texts: their tokens.
        before: tokens before the cursor, the last ones at least, which the texts need not hold.
        shares: how much the n-grams count.

    Raises:
        ValueError: the shares are none.
    """

    def __init__(self, texts: Sequence[Tokens], before: Tokens, shares: Shares) -> None:
        together = array("i")
        for text in texts:
            together += text
            together += _BORDER
        self._core = _core.Ngrams(together.tobytes(), shares)
        self._before = before[-_LONGEST_CONTEXT:]

    def mixed(self, logits: Floats, written: Tokens, allowed: Ids | None) -> Floats:
        """Logits of what model and texts say together.

        Args:
            logits: the model's, shape (vocabulary,).
            written: tokens after those before the cursor.
            allowed: which tokens may come; only their logits have a meaning then. None for all.
        """
        mixed: Floats = logits.copy()
        history = (self._before + written[-_LONGEST_CONTEXT:])[-_LONGEST_CONTEXT:].tolist()
        self._core.interpolate(in_memory(mixed), history, None if allowed is None else allowed.tolist())
        return mixed


def check_shares(shares: Shares) -> None:
    """Pass shares that may be used.

    Raises:
        ValueError: they are too many or too few, or not from 0 to less than 1.
    """
    _core.Ngrams(b"", shares)
