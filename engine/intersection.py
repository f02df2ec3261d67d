"""A position in a middle that has to fit between several pairs of contexts at once.

Each quotient alone knows whether it can still be met, all together do not: a middle may go on in
each of them and end in none that they have in common. Nothing that does not fit is let through.
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.quotient import State
    from engine.vocabulary import Vocabulary


class Intersection:
    """A position in the middles that several quotients share. Copies are independent.

    Args:
        states: Of the same text, one for each quotient; not none. What is open is asked of the first.
    """

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states

    @property
    def member(self) -> bool:
        """The text so far is a middle that fits everywhere."""
        return all(state.member for state in self._states)

    def advance(self, data: bytes) -> bool:
        """Go on by `data` if all quotients accept it; if not, say so and change nothing."""
        if not self.accepts(data):
            return False
        for state in self._states:
            state.advance(data)
        return True

    def accepts(self, data: bytes) -> bool:
        """Whether `advance` would succeed."""
        return all(state.accepts(data) for state in self._states)

    def viable_prefix(self, data: bytes) -> int:
        """How many of the bytes are accepted one after another."""
        return min(state.viable_prefix(data) for state in self._states)

    def copy(self) -> Intersection:
        """An independent state at the same position."""
        return Intersection([state.copy() for state in self._states])

    def completion(self, max_bytes: int = 2000, max_steps: int = 10_000) -> bytes | None:
        """A short text of one of the quotients behind this one that fits everywhere; None if none does."""
        for state in self._states:
            text = state.completion(max_bytes, max_steps)
            if text is not None and self._fits(text):
                return text
        return None

    def _fits(self, text: bytes) -> bool:
        there = self.copy()
        return there.advance(text) and there.member

    def open_bracket(self) -> int | None:
        """Where the innermost open bracket or replacement field was opened, in the first one's text."""
        return self._states[0].open_bracket()

    def expected(self) -> list[str]:
        """What may come next by the first quotient that allows the least, sorted."""
        return min((state.expected() for state in self._states), key=len)

    def mask(self, vocabulary: Vocabulary) -> bytes:
        """The tokens that each quotient allows; see `State.mask`."""
        masks = (int.from_bytes(state.mask(vocabulary), "little") for state in self._states)
        return reduce(and_, masks).to_bytes((len(vocabulary) + 7) // 8, "little")
