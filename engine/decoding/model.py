"""The protocol `Model` is what decoding requires of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence
    from typing import TypeAlias

    from quoin.engine.decoding.timing import Deadline

    Tokens: TypeAlias = array[int]
    """An array of token numbers, type code `i`, which is fast to compare and copy for each new token."""

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

Choice = tuple[int, float]
"""A token that is chosen, and its natural log-probability."""

END = -1
"""A token number that represents all tokens that end a text."""


class Model(Protocol):
    """A language model over a vocabulary of byte strings."""

    @property
    def pieces(self) -> Sequence[bytes]:
        """The bytes of each token; empty for control tokens."""

    @property
    def ends(self) -> frozenset[int]:
        """The tokens that end a text."""

    def tokenise(self, text: bytes) -> list[int]:
        """Return the tokens of a text; none of them is a control token."""

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        """Return the logits of the token after `tokens`, shape (len(pieces),), valid until the next call.

        Raises:
            Cancelled: The caller gave up, at any point of the work.
            TimeIsUp: The deadline has passed, at any point of the work.
        """

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """Return how many of the texts, from the first one on, can be evaluated together; at least one."""

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """Return the logits of the token after each text, shape (len(pieces),), valid until the next call.

        Raises:
            Cancelled: The caller gave up, at any point of the work.
            TimeIsUp: The deadline has passed, at any point of the work.
        """
