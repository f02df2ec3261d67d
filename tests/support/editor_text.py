"""A text as an editor keeps it, written from the protocol's text: UTF-16 code units, lines, positions.

It knows nothing of the server's buffer: lines are found anew for each position, and an edit copies the text.
A string stands for the code units, one character each, so a character outside the basic plane is two.
"""

from __future__ import annotations

import re
import struct

Position = tuple[int, int]
"""A line and a character in it, both from zero; the character counts in units of the encoding."""

_LINE_END = re.compile("\r\n|\r|\n")


class EditorText:
    """A text and its edits.

    A position past the end of a line is its end, and one past the last line is the end of the text; a range
    given backwards is the same range.
    """

    def __init__(self, text: str, encoding: str) -> None:
        self.encoding = encoding
        self.units = to_units(text)

    @property
    def text(self) -> str:
        """The text; a half of a surrogate pair without the other one is a character by itself."""
        return from_units(self.units)

    def replace(self, start: Position, end: Position, text: str) -> None:
        """Replace a range by a text."""
        first, last = sorted((self.offset(start), self.offset(end)))
        self.units = self.units[:first] + to_units(text) + self.units[last:]

    def before(self, position: Position) -> str:
        """The text before a cursor; a cursor between two halves is before their character."""
        at = self.offset(position)
        return from_units(self.units[: at - is_between_halves(self.units, at)])

    def position(self, offset: int) -> Position:
        """The position of a number of code units."""
        begins, _ = self._lines()
        line = max(number for number, begin in enumerate(begins) if begin <= offset)
        units = self.units[begins[line] : offset]
        if self.encoding == "utf-16":
            return line, len(units)
        return line, sum(map(self._width, from_units(units)))

    def offset(self, position: Position) -> int:
        """The number of code units before a position."""
        line, character = position
        begins, ends = self._lines()
        if line < 0:
            return 0
        if line >= len(begins):
            return len(self.units)
        if self.encoding == "utf-16":
            return min(begins[line] + max(0, character), ends[line])
        return self._walk(begins[line], ends[line], character)

    def _lines(self) -> tuple[list[int], list[int]]:
        """Where each line begins, and where it ends without its line end."""
        begins = [0]
        ends = []
        for end in _LINE_END.finditer(self.units):
            ends.append(end.start())
            begins.append(end.end())
        return begins, [*ends, len(self.units)]

    def _walk(self, at: int, end: int, character: int) -> int:
        """Go over whole characters from `at` as far as a position's character reaches."""
        while at < end:
            step = 2 if is_between_halves(self.units, at + 1) else 1
            character -= self._width(from_units(self.units[at : at + step]))
            if character < 0:
                return at
            at += step
        return end

    def _width(self, character: str) -> int:
        return 1 if self.encoding == "utf-32" else len(character.encode("utf-8", "surrogatepass"))


def is_between_halves(units: str, at: int) -> bool:
    """Whether an offset cuts a character in two."""
    return 0 < at < len(units) and "\ud800" <= units[at - 1] < "\udc00" <= units[at] < "\ue000"


def to_units(text: str) -> str:
    """The code units of a text."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(map(chr, struct.unpack(f"<{len(data) // 2}H", data)))


def from_units(units: str) -> str:
    """The text of code units."""
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def is_whole(text: str) -> bool:
    """Whether no character of a text is a half."""
    return not any("\ud800" <= character < "\ue000" for character in text)
