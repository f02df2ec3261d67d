"""What decoding needs of a model and of a language's state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.decoding.watch import Watch

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]


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

    def evaluate(self, tokens: Sequence[int], watch: Watch) -> Floats:
        """Logits of the token after `tokens`, shape (len(pieces),); valid until the next call.

        Raises:
            Cancelled, TimeIsUp: as the watch says, at any point of the work.
        """

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """How many of the first of some texts can be evaluated together; one at least."""

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Watch) -> list[Floats]:
        """Logits of the tokens after some texts, one array for each; valid until the next call.

        Raises:
            Cancelled, TimeIsUp: as the watch says, at any point of the work.
        """


StateT = TypeVar("StateT", bound="State")


class State(Protocol):
    """A growing middle in the quotient of a language; see `engine.State`."""

    @property
    def member(self) -> bool:
        """Whether the file fits if the middle ends here."""

    def advance(self, data: bytes, /) -> bool:
        """Append bytes; False leaves the state as it was."""

    def accepts(self, data: bytes, /) -> bool:
        """Whether `advance` would succeed."""

    def viable_prefix(self, data: bytes, /) -> int:
        """How many of the bytes are accepted one after another."""

    def copy(self: StateT) -> StateT:  # noqa: PYI019  Self needs Python 3.11
        """An independent state at the same place."""

    def expected(self) -> list[str]:
        """What may come next, in names for people."""

    def completion(self, max_bytes: int, max_steps: int) -> bytes | None:
        """A short text behind this one that makes the file fit; None if none is found so cheaply."""


class OpenState(State, Protocol):
    """A state that also tells what is open."""

    def open_bracket(self) -> int | None:
        """Where the innermost open bracket or replacement field opens, in bytes of the text so far."""


OpenStateT = TypeVar("OpenStateT", bound=OpenState)
