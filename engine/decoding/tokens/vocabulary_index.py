"""A `VocabularyIndex` holds the sets of tokens that decoding needs repeatedly, computed once for a model."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quoin.engine.decoding.model import Ids

_KEPT_NUMBERS = 1 << 12

_LINE_ENDS = (b"\n", b"\r")


class VocabularyIndex:
    """The tokens of a model by their bytes.

    Args:
        pieces: The bytes of each token; empty for control tokens.
        ends: The tokens that end a text.

    Attributes:
        ends: The ids of the tokens that end a text.
        stops: The ids of the tokens that end a text or whose bytes begin with a line end.
    """

    def __init__(self, pieces: Sequence[bytes], ends: Iterable[int]) -> None:
        self.ends: Ids = np.array(sorted(ends), dtype=np.intp)
        line_ends = [i for i, piece in enumerate(pieces) if piece.startswith(_LINE_ENDS)]
        self.stops: Ids = np.array([*self.ends, *line_ends], dtype=np.intp)
        self._order = sorted((i for i, piece in enumerate(pieces) if piece), key=lambda i: pieces[i])
        self._sorted = [pieces[i] for i in self._order]
        self._numbers: dict[bytes, int] = {}

    def beginning_with(self, data: bytes) -> list[int]:
        """Return the tokens whose bytes begin with `data`."""
        low = bisect_left(self._sorted, data)
        high = bisect_right(self._sorted, data, key=lambda piece: piece[: len(data)])
        return self._order[low:high]

    def number_beginning_with(self, data: bytes) -> int:
        """Return the number of tokens whose bytes begin with `data`; it is cached for healing."""
        known = self._numbers.get(data)
        if known is None:
            if len(self._numbers) >= _KEPT_NUMBERS:
                self._numbers.clear()
            known = self._numbers[data] = len(self.beginning_with(data))
        return known

    def on_the_way_to(self, data: bytes) -> list[int]:
        """Return the tokens whose bytes are a beginning of `data`, but shorter."""
        shorter = (data[:length] for length in range(1, len(data)))
        return [token for piece in shorter for token in self.spelled(piece)]

    def spelled(self, piece: bytes) -> list[int]:
        """Return the tokens with exactly these bytes."""
        return self._order[bisect_left(self._sorted, piece) : bisect_right(self._sorted, piece)]
