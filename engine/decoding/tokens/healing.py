"""Token healing repairs the last tokens before the cursor (the method is that of the library guidance).

A cursor is often inside what the tokeniser would have made one token: after `imp`, or after the
blanks of an indentation. A model has hardly ever seen the token `imp` before a word's end, and
continues it badly. The last tokens of the left context are therefore given back, as many as a longer
token begins with: the completion must begin with their bytes, in any tokens that the model prefers, and
only what follows these bytes is middle. Markers of the prompt are not among these tokens, and have no bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

MAX_TOKENS = 4
"""The largest number of tokens that are given back."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Ids
    from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex


def give_back(
    tokens: Sequence[int], text: bytes, pieces: Sequence[bytes], index: VocabularyIndex
) -> tuple[list[int], bytes]:
    """Split the tokens of the left context into those to keep and the bytes to give back.

    No line end is given back, since models have learned to begin after one. No bytes are given back
    that no longer token begins with.
    """
    given, last = 0, b""
    for count in range(1, min(MAX_TOKENS, len(tokens)) + 1):
        bytes_back = b"".join(pieces[token] for token in tokens[-count:])
        ends_line = pieces[tokens[-count]].endswith((b"\n", b"\r"))
        if ends_line or not bytes_back or not text.endswith(bytes_back):
            break
        if index.number_beginning_with(bytes_back) > (count == 1):
            given, last = count, bytes_back
    return list(tokens[: len(tokens) - given]), last


class Healer:
    """A cache of the tokens that agree with bytes that were given back."""

    def __init__(self, index: VocabularyIndex) -> None:
        self._agreeing = lru_cache(maxsize=64)(lambda rest: _agreeing(index, rest))

    def agreeing(self, rest: bytes) -> Ids | None:
        """Return the ids whose bytes begin with `rest` or are a beginning of it; None if `rest` is empty."""
        return self._agreeing(rest) if rest else None


def _agreeing(index: VocabularyIndex, rest: bytes) -> Ids:
    return np.array(index.beginning_with(rest) + index.on_the_way_to(rest), dtype=np.intp)
