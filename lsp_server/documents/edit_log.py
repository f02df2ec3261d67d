"""A log of a buffer's edits, which shows the changes since an earlier state without comparing texts."""

from __future__ import annotations

from typing import NamedTuple

_MAX_SPANS = 100
"""Number of edits that a log keeps at least, and half of the number at most, since there are many logs.
After more edits without a request, the next one sends the whole text."""


class Span(NamedTuple):
    """The part of a text that may have changed.

    Attributes:
        start: the line, and the index into it, up to which the text is unchanged.
        end: the place from which on the text is unchanged, as the number of lines after its line and the
            number of characters up to its line's end.
    """

    start: tuple[int, int]
    end: tuple[int, int]


class Changes:
    """The last edits of a buffer.

    An edit does not change the lines and indices of the text before it, nor those of the text after it as
    counted from the end. So the text before several edits ends at the minimum of their starts, and the text
    after them begins at the minimum of their ends.
    """

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._forgotten = 0

    @property
    def number(self) -> int:
        """The number of edits so far."""
        return self._forgotten + len(self._spans)

    def add(self, span: Span) -> None:
        """Append an edit."""
        self._spans.append(span)
        if len(self._spans) >= 2 * _MAX_SPANS:
            del self._spans[:_MAX_SPANS]
            self._forgotten += _MAX_SPANS

    def since(self, number: int) -> list[Span] | None:
        """Return the edits after the first `number`; None if some of them have been discarded."""
        return self._spans[number - self._forgotten :] if number >= self._forgotten else None
