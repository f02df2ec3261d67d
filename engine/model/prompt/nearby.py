"""The tokens around the cursor and of other open files supply the n-grams of decoding."""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from quoin.engine.decoding.tokens.ngrams import Ngrams, check_shares
from quoin.engine.errors import ModelError
from quoin.engine.model.prompt.lines import lines_forwards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from quoin.engine.decoding.model import Tokens
    from quoin.engine.decoding.tokens.ngrams import Shares
    from quoin.engine.model.gguf.header import GgufHeader

SHARES_KEY = "quoin.ngrams.shares"
"""The metadata key for the weights of the n-grams: three numbers for each order, with semicolons between the
orders. A model whose file lacks the key is used without n-grams."""

LEFT, RIGHT, OTHER = 1 << 16, 1 << 15, 1 << 15
"""The maximum number of bytes that are read before the cursor, after it, and at the beginning of each other
file."""

STEP = 1 << 13
"""The step in bytes by which the start of the text before the cursor moves, so that it is seldom tokenised
again."""

KEPT = 32
"""The number of texts whose tokens are cached: more than one cursor reads, or none would be found again."""


class Nearby:
    """A maker of the n-gram models for cursors.

    Args:
        tokens: A function that returns the tokens of a line.
        pieces: The bytes of each token.
        shares: The weights of the n-grams.
    """

    def __init__(
        self, tokens: Callable[[bytes], Iterable[int]], pieces: Sequence[bytes], shares: Shares
    ) -> None:
        self._line = tokens
        self._pieces = pieces
        self._shares = shares
        self._lines = lru_cache(KEPT)(self._read)

    def ngrams(self, left: bytes, right: bytes, given_back: bytes, others: Sequence[str] = ()) -> Ngrams:
        """Return the n-grams for a cursor between two texts, without the tokens of the bytes given back."""
        start = 0 if len(left) <= LEFT else _line_after(left, -(-(len(left) - LEFT) // STEP) * STEP)
        line = left.rfind(b"\n", start) + 1 or start
        before = self._lines(left[start:line]) + self._without(left[line:], given_back)
        end = _line_after(right, 0)
        after = array("i", self._line(right[:end])) + self._lines(right[end : end + RIGHT])
        files = [self._lines(text[:OTHER].encode()) for text in others]
        return Ngrams([before, after, *files], before, self._shares)

    def _without(self, line: bytes, given_back: bytes) -> Tokens:
        """Return the tokens of the beginning of a line, without the last ones, which are given back."""
        tokens = array("i", self._line(line))
        length = 0
        while tokens and length < len(given_back):
            length += len(self._pieces[tokens.pop()])
        return tokens

    def _read(self, text: bytes) -> Tokens:
        return array("i", chain.from_iterable(map(self._line, lines_forwards(text))))


def shares_of(header: GgufHeader) -> Shares | None:
    """Return the weights of the n-grams for a model; None if it uses none.

    Raises:
        ModelError: The value in the file is not valid.
    """
    text = header.text(SHARES_KEY)
    if text is None:
        return None
    try:
        shares = [[float(number) for number in order.split()] for order in text.split(";")]
        check_shares(shares)
    except ValueError:
        raise ModelError(f"the model file is broken: its {SHARES_KEY} is {text[:40]!r}") from None
    return shares


def _line_after(text: bytes, at: int) -> int:
    """Return the start of the first line after a position."""
    return text.find(b"\n", at) + 1 or len(text)
