"""What has changed in a buffer since a moment, without comparing texts."""

from __future__ import annotations

from typing import NamedTuple

_MAX_SPANS = 1000


class Span(NamedTuple):
    """Where a text may have changed.

    Attributes:
        start: line, and index into it, up to which everything is as it was.
        end: number of lines behind the one, and of characters up to its end, from which on everything is.
    """

    start: tuple[int, int]
    end: tuple[int, int]


class Changes:
    """The last edits of a buffer.

    What stands before an edit keeps its lines and indices, and what stands behind it keeps them as counted
    from the end. So what stands before all of several edits is where the least of their starts says.
    """

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._forgotten = 0

    @property
    def number(self) -> int:
        """How many edits there were."""
        return self._forgotten + len(self._spans)

    def add(self, span: Span) -> None:
        """Take note of an edit."""
        self._spans.append(span)
        if len(self._spans) >= 2 * _MAX_SPANS:
            del self._spans[:_MAX_SPANS]
            self._forgotten += _MAX_SPANS

    def since(self, number: int) -> list[Span] | None:
        """The edits since there were so many; None where they are not known any more."""
        return self._spans[number - self._forgotten :] if number >= self._forgotten else None
