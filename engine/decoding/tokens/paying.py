"""A constraint that makes it a condition to bind what the right context lacks.

What a model writes only because it may not end yet is cut off again: the text is kept up to the line with
which it has bound the most, and the language binds the rest, by an import where one is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from quoin.engine.util.lines import BLANKS, LINE_END, last_line

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        imports: The lines that bind some of the missing names, by name.
    """

    def __init__(
        self,
        state: State,
        vocabulary: Vocabulary,
        stopwatch: Stopwatch,
        around: _core.Openings | None,
        left: bytes,
        *,
        imports: Mapping[bytes, bytes] | None = None,
    ) -> None:
        super().__init__(state, vocabulary, stopwatch, around)
        line = last_line(left)
        self._indentation = line[: len(line) - len(line.lstrip(BLANKS))]
        self._imports = imports or {}

    @property
    def lacking(self) -> list[bytes]:
        """The names that are yet to be bound."""
        return [one.name.encode() for one in self.still_missing() if one.is_near]

    def is_importable(self, name: bytes) -> bool:
        """Return whether an import is known that binds a missing name."""
        return name in self._imports

    def needs_no_model(self) -> bool:
        """Return whether imports alone bind all that is missing."""
        lacking = self.lacking
        return bool(lacking) and all(name in self._imports for name in lacking)

    @property
    def member(self) -> bool:
        """Whether the middle is a member and binds everything."""
        return super().member and not self.lacking

    def may_end_with(self, text: bytes) -> bool:
        """Return whether the middle with a text after it is a member that binds everything."""
        there = self._after(text) if super().may_end_with(text) else None
        return there is not None and there.member

    def closing(self, *, thorough: bool) -> bytes | None:
        """Return a short text that ends the middle, with lines that bind what is missing."""
        text = super().closing(thorough=thorough)
        there = None if text is None else self._after(text)
        if text is None or there is None:
            return None
        names = there.lacking
        imports = sorted(self._imports[name] for name in names if name in self._imports)
        values = [name + VALUE for name in names if name not in self._imports]
        lines = (b"\n" + self._indentation).join([*imports, *values])
        tries = [text + lines, text + b"\n" + self._indentation + lines] if names else [text]
        return next((one for one in tries if self.may_end_with(one)), None)

    @property
    def is_whole(self) -> bool:
        """Whether the middle is a member, whatever it has yet to bind."""
        return super().member

    def useful(self, text: bytes) -> int | None:
        """Return the length of a text up to the first line with which it has bound the most."""
        there, taken = self.copy(), 0
        kept, least = 0, len(there.lacking)
        for end in (match.start() for match in LINE_END.finditer(text)):
            there.advance(text[taken:end])
            taken = end
            lacking = len(there.lacking)
            if lacking < least and there.is_whole:
                kept, least = end, lacking
        return kept

    def _after(self, text: bytes) -> PayingConstraint | None:
        """Return the filter after a text; None if the text leaves the context, as an ending may."""
        if not self.accepts(text):
            return None
        there = self.copy()
        there.advance(text)
        return there

    def copy(self) -> PayingConstraint:
        """Return an independent filter at the same place."""
        twin = super().copy()
        if not isinstance(twin, PayingConstraint):
            raise TypeError("a copy is of the same class")
        return twin
