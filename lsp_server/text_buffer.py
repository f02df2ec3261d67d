"""An editor's text, kept as lines, edited by ranges.

An edit splits only the lines that it touches and moves the others' references: one edit of a
10 MB document costs well under a millisecond, where rebuilding the text would cost a hundred. The text
around a cursor is kept together while it is asked for in the same line.
"""

from __future__ import annotations

from typing import NamedTuple

from lsp_server.halves import Halves
from lsp_server.positions import Encoding, content_length, index_of, is_text, split_lines, units


class Point(NamedTuple):
    """A place in a buffer: line and column from zero, the column in the buffer's encoding.

    Points compare in document order.
    """

    line: int
    column: int


class TextBuffer:
    """Text under edits; every method takes any point, however far outside the text.

    A line past the last means the end of the text; a column past a line's content means the end
    of the content, before the line end; a range given backwards is turned round.
    """

    def __init__(self, text: str, encoding: Encoding) -> None:
        self._lines = split_lines(text)
        self._encoding = encoding
        self._text: str | None = text
        self._halves: Halves | None = None
        # How many lines hold halves of surrogate pairs.
        self._halved = 0 if is_text(text) else sum(not is_text(line) for line in self._lines)

    @property
    def text(self) -> str:
        """The whole text, put together once between two edits."""
        if self._text is None:
            self._text = "".join(self._lines)
        return self._text

    @property
    def line_count(self) -> int:
        """Number of lines, at least one; text after the last line end counts, even if empty."""
        return len(self._lines)

    @property
    def is_text(self) -> bool:
        """Whether there is no half of a surrogate pair in it."""
        return not self._halved

    def replace(self, start: Point, end: Point, text: str) -> None:
        """Put `text` in place of what stands between two points."""
        first, last = sorted((self._locate(start), self._locate(end)))
        head = self._lines[first[0]][: first[1]]
        tail = self._lines[last[0]][last[1] :]
        at = first[0]
        fresh = head + text + tail
        # A lone \r before the edit and a \n at its beginning are one line end from now on.
        if at > 0 and fresh.startswith("\n") and self._lines[at - 1].endswith("\r"):
            at -= 1
            fresh = self._lines[at] + fresh
        lines = split_lines(fresh)
        if last[0] + 1 < len(self._lines) and lines[-1] == "":
            lines.pop()
        self._put(at, last[0] + 1, lines)

    def _put(self, start: int, end: int, lines: list[str]) -> None:
        """Put lines in place of those from one number up to another."""
        if self._halves is not None:
            self._halves.move(self._lines, start, end)
            self._halves.replaced(len(lines))
        if self._halved:
            self._halved -= sum(not is_text(line) for line in self._lines[start:end])
        self._halved += sum(not is_text(line) for line in lines)
        self._lines[start:end] = lines
        self._text = None

    def split(self, point: Point) -> tuple[str, str]:
        """Text before and after a point."""
        line, index = self._locate(point)
        if self._halves is None:
            self._halves = Halves(self._lines, line)
        self._halves.move(self._lines, line, line + 1)
        content = self._lines[line]
        return self._halves.before + content[:index], content[index:] + self._halves.behind

    def end_of(self, start: Point, text: str) -> Point | None:
        """Give the place behind a text that stands at a point; None if it does not stand there.

        Line ends count as the same, whichever they are.
        """
        line, index = self._locate(start)
        wanted = split_lines(text)
        found = [self._lines[line][index:], *self._lines[line + 1 : line + len(wanted)]]
        if len(found) < len(wanted) or not found[-1].startswith(wanted[-1]):
            return None
        if any(_content(one) != _content(other) for one, other in zip(found, wanted[:-1], strict=False)):
            return None
        last = line + len(wanted) - 1
        end = len(wanted[-1]) + (index if last == line else 0)
        return Point(last, units(self._lines[last][:end], self._encoding))

    def clamp(self, point: Point) -> Point:
        """Give the point inside the text that a point stands for."""
        line, index = self._locate(point)
        return Point(line, units(self._lines[line][:index], self._encoding))

    def _locate(self, point: Point) -> tuple[int, int]:
        """Line, and index into that line's string."""
        if point.line < 0:
            return 0, 0
        if point.line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        return point.line, index_of(self._lines[point.line], point.column, self._encoding)


def _content(line: str) -> str:
    return line[: content_length(line)]
