"""An editor's text, stored as lines and edited by ranges.

An edit splits only the lines that it touches and moves the references to the others: one edit of a
10 MB document takes well under a millisecond, while rebuilding the text would take a hundred. The contexts of
a cursor are not built either: their changes, lengths and digests are known without their texts.
"""

from __future__ import annotations

from typing import NamedTuple

from quoin.engine.util.affixes import common_beginning, common_end
from quoin.lsp_server.documents.edit_log import Changes, Span
from quoin.lsp_server.documents.line_digests import LineSums, Sum, utf8_length
from quoin.lsp_server.documents.positions import (
    Encoding,
    content_length,
    halves,
    is_high_half,
    is_low_half,
    is_text,
    joined,
    place_of,
    split_lines,
    units,
)


class Point(NamedTuple):
    """A place in a buffer: line and column, both counted from zero, the column in the buffer's encoding.

    Points compare in document order.
    """

    line: int
    column: int


class TextBuffer:
    """A text under edits; every method accepts any point, even outside the text.

    A line past the last denotes the end of the text. A column past a line's content denotes the end
    of the content, before the line end. A range whose end precedes its start is reversed.

    To editors that count in UTF-16 a character outside the basic plane is a pair of units, which they may
    insert, remove and replace one by one. The buffer keeps a half by itself as a surrogate, and two halves
    that meet as their character.

    Attributes:
        encoding: the encoding in whose units columns count.
        changes: the log of the edits.
    """

    def __init__(self, text: str, encoding: Encoding) -> None:
        text = joined(text)
        self._lines = split_lines(text)
        self.encoding = encoding
        self._text: str | None = text
        self._before, self._after = LineSums(from_end=False), LineSums(from_end=True)
        self.changes = Changes()
        # The number of lines with halves of surrogate pairs.
        self._halved = 0 if is_text(text) else sum(not is_text(line) for line in self._lines)

    @property
    def text(self) -> str:
        """The whole text, joined at most once between two edits."""
        if self._text is None:
            self._text = "".join(self._lines)
        return self._text

    @property
    def line_count(self) -> int:
        """The number of lines, at least one; the text after the last line end is a line, even if empty."""
        return len(self._lines)

    @property
    def is_text(self) -> bool:
        """Whether the text has no half of a surrogate pair."""
        return not self._halved

    def replace(self, start: Point, end: Point, text: str) -> None:
        """Replace the text between two points."""
        first = last = self._place(start)
        if start != end:
            first, last = sorted((first, self._place(end)))
        head, tail = self._parts(first)[0], self._parts(last)[1]
        at = first[0]
        # A half at an edge of the edit may have become another character.
        begin = at, len(head) - is_high_half(head[-1:])
        kept = len(tail) - is_low_half(tail[:1])
        fresh = joined(head + text + tail)
        # A lone \r before the edit and a \n at the beginning of its text become one line end.
        if at > 0 and fresh.startswith("\n") and self._lines[at - 1].endswith("\r"):
            at -= 1
            begin = at, len(self._lines[at])
            fresh = self._lines[at] + fresh
        lines = split_lines(fresh)
        if last[0] + 1 < len(self._lines) and lines[-1] == "":
            lines.pop()
        self.changes.add(Span(begin, (len(self._lines) - 1 - last[0], kept)))
        self._put(at, last[0] + 1, lines)

    def rewrite(self, text: str) -> None:
        """Replace the whole text; lines that both texts begin or end with count as unchanged."""
        lines, before = split_lines(joined(text)), self._lines
        if lines == before:
            return
        start = common_beginning(before, lines)
        end = common_end(before[start:], lines[start:])
        self.changes.add(Span((start, 0), (end - 1, len(lines[-end])) if end else (0, 0)))
        self._put(start, len(before) - end, lines[start : len(lines) - end])

    def _put(self, start: int, end: int, lines: list[str]) -> None:
        """Replace the lines from `start` up to `end`."""
        if self._halved:
            self._halved -= sum(not is_text(line) for line in self._lines[start:end])
        self._halved += sum(not is_text(line) for line in lines)
        self._before.changed(start)
        self._after.changed(len(self._lines) - end)
        self._lines[start:end] = lines
        self._text = None

    def line(self, number: int) -> str:
        """Return a line with its end."""
        return self._lines[number]

    def before(self, number: int) -> Sum:
        """Return the sum over the first `number` lines."""
        return self._before.of(self._lines, number)

    def after(self, number: int) -> Sum:
        """Return the sum over the last `number` lines."""
        return self._after.of(self._lines, number)

    def size_before(self, line: int, index: int) -> int:
        """Return the number of bytes in UTF-8 before an index into a line."""
        return self.before(line).size + utf8_length(self._lines[line][:index])

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """Return the text between two places, each a line and an index into it."""
        (first, begin), (last, stop) = start, end
        if first == last:
            return self._lines[first][begin:stop]
        whole = self._lines[first + 1 : last]
        return "".join([self._lines[first][begin:], *whole, self._lines[last][:stop]])

    def end_of(self, start: Point, text: str) -> Point | None:
        """Return the end of a text that begins at a point; None if the buffer has another text there.

        All kinds of line ends count as equal.
        """
        line, index = self.locate(start)
        wanted = split_lines(text)
        found = [self._lines[line][index:], *self._lines[line + 1 : line + len(wanted)]]
        if len(found) < len(wanted) or not found[-1].startswith(wanted[-1]):
            return None
        if any(_content(one) != _content(other) for one, other in zip(found, wanted[:-1], strict=False)):
            return None
        last = line + len(wanted) - 1
        end = len(wanted[-1]) + (index if last == line else 0)
        return Point(last, units(self._lines[last][:end], self.encoding))

    def clamp(self, point: Point) -> Point:
        """Return the point inside the text that a point denotes."""
        line, index = self.locate(point)
        return Point(line, units(self._lines[line][:index], self.encoding))

    def locate(self, point: Point) -> tuple[int, int]:
        """Return the line of a point, and the index into that line's string."""
        return self._place(point)[:2]

    def _place(self, point: Point) -> tuple[int, int, bool]:
        """Return what `locate` returns, and whether the point is between the halves of that character."""
        if point.line < 0:
            return 0, 0, False
        if point.line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1]), False
        return point.line, *place_of(self._lines[point.line], point.column, self.encoding)

    def _parts(self, place: tuple[int, int, bool]) -> tuple[str, str]:
        """Return the parts of a line before and after a place."""
        number, index, is_between = place
        line = self._lines[number]
        if not is_between:
            return line[:index], line[index:]
        high, low = halves(line[index])
        return line[:index] + high, low + line[index + 1 :]


def _content(line: str) -> str:
    return line[: content_length(line)]
