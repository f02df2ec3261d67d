"""`Steering` prefers names that the right context reads and that nothing but the middle can bind.

Where a name is bound, a model that has seldom seen the two contexts together invents one. If one of the
missing names is nearly as likely, it is the better one, since the rest of the file reads it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.search import Choice
    from quoin.engine.decoding.tokens.distribution import Distribution

LESS = 2.0
"""The log-probability, in nats, by which the token of a missing name may be less likely than the best."""

NEAR = 100
"""The number of bytes in which the beginning of a name is searched."""

TRIED = 40
"""The number of best tokens among which those of missing names are searched."""


WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*\Z")
"""A name, or the beginning of one, at the end of a text."""


class Steering:
    """The preference for some names where a name is bound.

    Args:
        names: The names.
        left: The left context.
        pieces: The bytes of each token of the model.
    """

    def __init__(self, names: Sequence[str], left: bytes, pieces: Sequence[bytes]) -> None:
        self._names = [name.encode() for name in names]
        self._left = left[-NEAR:]
        self._pieces = pieces

    def choose(self, seen: Distribution, branch: Hypothesis, best: Choice) -> Choice:
        """Return the best token, or one with which a missing name is bound that is nearly as likely."""
        before = self._left + branch.text
        begun = _word_at_end(before)
        names = [name for name in self._names if name.startswith(begun) and name not in branch.text]
        if not names or before[: len(before) - len(begun)].endswith(b"."):
            return best
        least = best[1] - LESS
        for token in islice(seen.best_first(TRIED), TRIED):
            logprob = seen.logprob(token)
            if logprob < least:
                break
            if self._binds(token, branch, begun, names):
                return token, logprob
        return best

    def _binds(self, token: int, branch: Hypothesis, begun: bytes, names: list[bytes]) -> bool:
        """Return whether a token continues the middle to one of some names, which is bound there."""
        piece = branch.beyond(self._pieces[token])
        if not piece:
            return False
        word = piece.lstrip(b" ")
        gap = piece[: len(piece) - len(word)]
        if not word or (gap and begun):
            return False
        return any(
            name.startswith(begun + word) and branch.guard.may_bind(gap + name[len(begun) :])
            for name in names
            if len(name) > len(begun)
        )


def _word_at_end(text: bytes) -> bytes:
    found = WORD.search(text)
    return b"" if found is None else bytes(found.group())
