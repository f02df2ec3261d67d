"""`Columns` divides a file into items and blocks by the columns in which its lines begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.source import is_blank
from quoin.engine.util.characters import CLOSER_OF
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quoin.engine.recovery.source import Lines

CLOSERS = tuple(CLOSER_OF.values())
"""The signs that end a bracket."""

DIRECTIVE = b"#"
"""What begins a directive, in the first column wherever it is."""


class Item(NamedTuple):
    """Lines from the one numbered `start`, from 0, up to the one before `end`."""

    start: int
    end: int


class Columns:
    """The columns of a file's lines.

    Args:
        lines: The file.
        changes: What replaces some of the lines.
        directives: Whether lines that begin with `DIRECTIVE` are directives; their column is that of the line
            below.
    """

    def __init__(self, lines: Lines, changes: Mapping[int, bytes], *, directives: bool) -> None:
        self._lines = lines
        self._directives = directives
        self._depths = self._of_lines(changes)

    def items(self, block: Item) -> list[Item]:
        """Return the items of a block: its lines that are least deep, each with what is below it."""
        depths = [(line, depth) for line in range(*block) if (depth := self._depths[line]) is not None]
        level = min((depth for _, depth in depths), default=0)
        starts = [line for line, depth in depths if depth == level]
        return [Item(*ends) for ends in zip(starts, (*starts[1:], block.end), strict=True)] if starts else []

    def blocks(self, item: Item) -> Iterator[Item]:
        """Yield the blocks of an item: its runs of lines that are deeper than its first one."""
        level, start = self._depths[item.start] or 0, None
        for line in range(item.start, item.end + 1):
            depth = self._depths[line] if line < item.end else level
            if depth is None:
                continue
            if depth > level:
                start = line if start is None else start
            elif start is not None:
                yield Item(start, line)
                start = None

    def has_cursor(self, item: Item) -> bool:
        """Return whether the cursor is in one of the lines."""
        return item.start <= self._lines.cursor < item.end

    def is_directive(self, line: int) -> bool:
        """Return whether a line is a directive."""
        return self._directives and self._lines.texts[line].startswith(DIRECTIVE)

    def _of_lines(self, changes: Mapping[int, bytes]) -> list[int | None]:
        """Return the columns of all lines; None for blank ones without the cursor."""
        found: list[int | None] = []
        below: int | None = None
        for line in range(len(self._lines.texts) - 1, -1, -1):
            text = changes.get(line, self._lines.texts[line])
            depth: int | None = None
            if not is_blank(text):
                depth = below if self.is_directive(line) and below is not None else column(text)
            elif line == self._lines.cursor:
                depth = self._of_cursor()
            found.append(depth)
            below = below if depth is None else depth
        return found[::-1]

    def _of_cursor(self) -> int:
        """Return the column of the cursor's line if it is blank: its own, or that of the block around."""
        above, below = self._lines.above(self._lines.cursor), self._lines.below(self._lines.cursor)
        depth = column(self._lines.head)
        if depth or below is None:
            return depth
        text = self._lines.texts[below]
        if above is not None and text.lstrip().startswith(CLOSERS):
            return max(column(self._lines.texts[above]), column(text) + 1)
        return column(text)
