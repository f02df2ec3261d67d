"""The text before some lines of a buffer and the text behind them, put together once.

A cursor stays in its line while somebody types there, so what lies before and behind that line is asked for
again and again. It follows the cursor and the edits at the cost of what lies between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Halves:
    """Of a list of lines, the text of those before number `start` and of those from number `end` on.

    The list is its owner's, who says what is done to it.
    """

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self.start = self.end = start
        self.before = "".join(lines[:start])
        self.behind = "".join(lines[start:])

    def move(self, lines: Sequence[str], start: int, end: int) -> None:
        """Have other lines between the two."""
        if start > self.start:
            self.before += "".join(lines[self.start : start])
        elif start < self.start:
            gone = sum(map(len, lines[start : self.start]))
            self.before = self.before[: len(self.before) - gone]
        if end < self.end:
            self.behind = "".join(lines[end : self.end]) + self.behind
        elif end > self.end:
            self.behind = self.behind[sum(map(len, lines[self.end : end])) :]
        self.start, self.end = start, end

    def replaced(self, number: int) -> None:
        """Take note that the lines between the two are now so many."""
        self.end = self.start + number
