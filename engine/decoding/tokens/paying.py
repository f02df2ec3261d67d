"""A constraint that makes it a condition to bind what the right context lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from quoin.engine.util.lines import BLANKS, last_line

if TYPE_CHECKING:
    from quoin.engine import _core
    from quoin.engine.decoding.timing import Stopwatch
    from quoin.engine.quotient.quotient import State
    from quoin.engine.quotient.vocabulary import Vocabulary

VALUE = b" = ..."
"""What the language writes after a name that it binds."""


class PayingConstraint(GrammarConstraint):
    """A filter with which a middle may end only if it binds all that the scope of the cursor lacks.

    Args:
        state: The state at the cursor.
        vocabulary: The vocabulary of the tokens.
        stopwatch: The stopwatch that counts the time.
        around: See `GrammarConstraint`.
        left: The left context, for the indentation of lines that are added.
    """

    def __init__(
        self,
        state: State,
        vocabulary: Vocabulary,
        stopwatch: Stopwatch,
        around: _core.Openings | None,
        left: bytes,
    ) -> None:
        super().__init__(state, vocabulary, stopwatch, around)
        line = last_line(left)
        self._indentation = line[: len(line) - len(line.lstrip(BLANKS))]

    @property
    def lacking(self) -> list[bytes]:
        """The names that are yet to be bound."""
        return [one.name.encode() for one in self.still_missing() if one.is_near]

    @property
    def member(self) -> bool:
        """Whether the middle is a member and binds everything."""
        return super().member and not self.lacking

    def may_end_with(self, text: bytes) -> bool:
        """Return whether the middle with a text after it is a member that binds everything."""
        return super().may_end_with(text) and self._after(text).member

    def closing(self, *, thorough: bool) -> bytes | None:
        """Return a short text that ends the middle, with lines that bind what is missing."""
        text = super().closing(thorough=thorough)
        if text is None:
            return None
        names = self._after(text).lacking
        lines = (b"\n" + self._indentation).join(name + VALUE for name in names)
        tries = [text + lines, text + b"\n" + self._indentation + lines] if names else [text]
        return next((one for one in tries if self.may_end_with(one)), None)

    def _after(self, text: bytes) -> PayingConstraint:
        there = self.copy()
        there.advance(text)
        return there

    def copy(self) -> PayingConstraint:
        """Return an independent filter at the same place."""
        twin = super().copy()
        if not isinstance(twin, PayingConstraint):
            raise TypeError("a copy is of the same class")
        return twin
