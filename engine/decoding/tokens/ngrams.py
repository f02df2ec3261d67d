"""`Ngrams` predicts the next token from the open files, for a model that is too small to do so.

The core's `ngrams.rs` has the algorithm and its sources.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from quoin.engine import _core
from quoin.engine.decoding.tokens.distribution import in_memory
from quoin.engine.quotient.quotient import core_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Floats, Ids, Tokens

    Shares = Sequence[Sequence[float]]
    """The weights of the tokens that follow a context in the texts, for contexts of 0 to 5 tokens.

    The three weights are for a context that different tokens follow, that occurs once, and that occurs
    several times and one token always follows.
    """

_BORDER = array("i", [-1])
_LONGEST_CONTEXT = 5


class Ngrams:
    """An n-gram model of the texts around a cursor.

    Args:
        texts: The tokens of each text.
        before: The tokens before the cursor, at least the last ones; the texts need not contain them.
        shares: The weights of the n-grams.

    Raises:
        ValueError: The weights are not valid.
    """

    def __init__(self, texts: Sequence[Tokens], before: Tokens, shares: Shares) -> None:
        together = array("i")
        for text in texts:
            together += text
            together += _BORDER
        with core_errors():
            self._core = _core.Ngrams(together.tobytes(), shares)
        self._before = before[-_LONGEST_CONTEXT:]

    def mixed(self, logits: Floats, written: Tokens, allowed: Ids | None) -> Floats:
        """Return the model's logits, interpolated with the n-grams, shape (vocabulary,).

        Args:
            logits: The model's logits, shape (vocabulary,).
            written: The tokens of the completion so far.
            allowed: The tokens that may follow, whose logits alone are then meaningful; None for all.
        """
        mixed: Floats = logits.copy()
        history = (self._before + written[-_LONGEST_CONTEXT:])[-_LONGEST_CONTEXT:].tolist()
        with core_errors():
            self._core.interpolate(in_memory(mixed), history, None if allowed is None else allowed.tolist())
        return mixed


def check_shares(shares: Shares) -> None:
    """Check the weights of n-grams.

    Raises:
        ValueError: There are too many or too few weights, or one is not at least 0 and less than 1.
    """
    _core.Ngrams(b"", shares)
