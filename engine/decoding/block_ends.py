"""`BlockEnds` and `OpenLines` prefer the token that ends the line where a block begins below it.

Tokenisers join the sign that opens a block with the line end after it, so a model has hardly ever seen the
sign alone at a line's end: after it, what it says is about the other places where the sign stands, such as
annotations. Where a token ends with such a sign, the one that has the line end as well means the same.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from quoin.engine.util.characters import CLOSER_OF
from quoin.engine.util.lines import BLANKS, first_line, last_line

if TYPE_CHECKING:
    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.model import Choice, Model
    from quoin.engine.decoding.tokens.distribution import Distribution
    from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex

LEAD = 3.0
"""The log-probability, in nats, by which the token with the line end may be less likely.

A model that is surer means a body in the same line.
"""

OPENERS = tuple(CLOSER_OF)
"""The signs after which a text that ends goes on in the next line."""

NEAR = 2000
"""The number of bytes before the cursor in which its line is looked at."""


class BlockEnds:
    """The preference for line ends after what opens a block.

    Args:
        left: The left context.
        model: The model.
    """

    def __init__(self, left: bytes, model: Model) -> None:
        self._left = left[-NEAR:]
        self._model = model
        self._with_line_end: dict[int, int | None] = {}

    def choose(self, seen: Distribution, branch: Hypothesis, best: Choice) -> Choice:
        """Return a token that fits, or the one that adds a line end to it if a block has to begin there."""
        piece = b"" if best[0] < 0 else self._model.pieces[best[0]]
        if not piece.startswith(branch.rest) or not _may_open(piece):
            return best
        token = self._longer(best[0], piece)
        if token is None or best[1] - seen.logprob(token) > LEAD:
            return best
        if not self._opens(branch, piece[len(branch.rest) :]) or not branch.fits(self._model.pieces[token]):
            return best
        return token, min(0.0, math.log(math.exp(best[1]) + math.exp(seen.logprob(token))))

    def _longer(self, token: int, piece: bytes) -> int | None:
        """Return the token that adds a line end to a token; None if there is none."""
        if token not in self._with_line_end:
            wanted = piece + b"\n"
            found = self._model.tokenise(wanted)
            is_one = len(found) == 1 and self._model.pieces[found[0]] == wanted
            self._with_line_end[token] = found[0] if is_one else None
        return self._with_line_end[token]

    def _opens(self, branch: Hypothesis, data: bytes) -> bool:
        """Return whether the next line has to be further to the right after some bytes."""
        line = last_line(self._left + branch.text + data)
        indentation = line[: len(line) - len(line.lstrip(BLANKS))]
        deeper = branch.guard.accepts(data + b"\n" + indentation + b"    0")
        return deeper and not branch.guard.accepts(data + b"\n0")


class OpenLines:
    """The line end where a model ends its text with an opening bracket, or a line after one.

    A model that was trained to fill in single lines ends its text where the line ends, though what it has
    opened has to be closed. It means the line's end, and not what else could follow there.

    Args:
        right: The right context.
        index: The model's vocabulary.
    """

    def __init__(self, right: bytes, index: VocabularyIndex) -> None:
        found = index.spelled(b"\n")
        self._line_end = found[0] if found and not first_line(right).strip() else None
        self._ends = frozenset(index.ends.tolist())

    def choose(self, seen: Distribution, branch: Hypothesis) -> Choice | None:
        """Return the line end if the model prefers the end in an open line; else None."""
        first = seen.first
        if first is None or first not in self._ends or branch.may_end or branch.rest:
            return None
        line = last_line(bytes(branch.text))
        is_open = branch.text.endswith(OPENERS) or (len(line) < len(branch.text) and line.strip())
        if self._line_end is None or not is_open or not branch.fits(b"\n"):
            return None
        return self._line_end, seen.logprob(first)

    def is_chosen(self, token: int, branch: Hypothesis) -> bool:
        """Return whether the last token is a line end, which other tokens join with the sign before it."""
        return token == self._line_end and len(branch.text) > 1


def _may_open(piece: bytes) -> bool:
    return piece[-1:].isascii() and not piece[-1:].isalnum() and not piece[-1:].isspace() and piece != b""
