"""What decoding needs of a model."""

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
    """Numbers of tokens, type code `i`: what is compared and copied for each token that is written."""

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]


class Model(Protocol):
    """A language model over a vocabulary of byte strings."""

    @property
    def pieces(self) -> Sequence[bytes]:
        """The bytes of each token; empty for control tokens."""

    @property
    def ends(self) -> frozenset[int]:
        """Tokens that end a text."""

    def tokenise(self, text: bytes) -> list[int]:
        """The tokens of a text; nothing in it is taken for a control token."""

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        """Logits of the token after `tokens`, shape (len(pieces),); valid until the next call.

        Raises:
            Cancelled, TimeIsUp: as the watch says, at any point of the work.
        """

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """How many of the first of some texts can be evaluated together; one at least."""

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """Logits of the tokens after some texts, one array for each; valid until the next call.

        Raises:
            Cancelled, TimeIsUp: as the watch says, at any point of the work.
        """
