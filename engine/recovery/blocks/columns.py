"""`Columns` divides a file into items and blocks by the columns in which its lines begin."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.blocks.enclosed import Pairs
from quoin.engine.util.characters import CLOSER_OF
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.recovery.blocks.enclosed import Line, Pair
    from quoin.engine.recovery.source import Lines

CLOSERS = tuple(CLOSER_OF.values())
"""The signs that end a bracket."""

_BLANK = 1 << 30
"""A column that no line has."""


class Item(NamedTuple):
    """Lines from the one numbered `start`, from 0, up to the one before `end`."""

    start: int
    end: int


class Depth(NamedTuple):
    """How deep a line is: its column, and the number of pairs around it that columns do not show."""

    column: int
    pairs: int = 0


class Columns:
    """How deep a file's lines are.

    Args:
        manifest: The language.
        lines: The file.
        changes: What replaces some of the lines.
    """

    def __init__(self, manifest: Manifest, lines: Lines, changes: Mapping[int, bytes]) -> None:
        self._lines = lines
        pairs = Pairs(manifest)
        texts = [changes.get(line, text) for line, text in enumerate(lines.texts)] if changes else lines.texts
        read = list(map(pairs.line, texts))
        columns = self._of_lines(read)
        found = pairs.found(read, columns)
        self._rest = {line for pair in found for line in pair.lines[1:]}
        self._directives = {
            number for number, line in enumerate(read) if line is not None and line.directive is not None
        }
        self._depths = _depths(columns, _hidden(found, columns, self._directives))

    def items(self, block: Item) -> list[Item]:
        """Return the items of a block: its lines that are least deep, each with what is below it."""
        depths = [(line, depth) for line in range(*block) if (depth := self._depths[line]) is not None]
        level = min((depth for _, depth in depths), default=Depth(0))
        starts = [line for line, depth in depths if depth == level]
        return [Item(*ends) for ends in zip(starts, (*starts[1:], block.end), strict=True)] if starts else []

    def blocks(self, item: Item) -> Iterator[Item]:
        """Yield the blocks of an item: its runs of lines that are deeper than its first one."""
        level, start = self._depths[item.start] or Depth(0), None
        for line in range(item.start, item.end + 1):
            depth = self._depths[line] if line < item.end else level
            if depth is None:
                continue
            if depth > level:
                start = line if start is None else start
            elif start is not None:
                yield Item(start, line)
                start = None

    def depth(self, line: int) -> Depth | None:
        """Return how deep a line is; None if it is blank."""
        return self._depths[line]

    def has_cursor(self, item: Item) -> bool:
        """Return whether the cursor is in one of the lines."""
        return item.start <= self._lines.cursor < item.end

    def is_directive(self, line: int) -> bool:
        """Return whether a line is a directive."""
        return line in self._directives

    def is_rest(self, line: int) -> bool:
        """Return whether a line ends what one above it encloses, or a part of that."""
        return line in self._rest

    def _of_lines(self, read: Sequence[Line | None]) -> list[int | None]:
        """Return the columns of lines, for directives that of the line below; None for blank ones."""
        found: list[int | None] = []
        below: int | None = None
        for number in range(len(read) - 1, -1, -1):
            line, at = read[number], None
            if line is not None:
                at = line.column if line.directive is None or below is None else below
            elif number == self._lines.cursor:
                at = self._of_cursor()
            found.append(at)
            below = below if at is None else at
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


def _hidden(pairs: Sequence[Pair], columns: list[int | None], directives: Container[int]) -> list[Pair]:
    """Return the pairs that enclose what is not deeper; give directives the column of what they enclose.

    Args:
        pairs: The pairs of lines, those within others before these.
        columns: The columns of all lines.
        directives: The lines that are directives.
    """
    code = [_BLANK if at is None or line in directives else at for line, at in enumerate(columns)]
    hidden = []
    for pair in pairs:
        inside, own = code[pair.start + 1 : pair.end], columns[pair.start]
        for line in pair.between:
            inside[line - pair.start - 1] = _BLANK
        least = min(inside, default=_BLANK)
        if least == _BLANK or own is None:
            continue
        if pair.start in directives:
            for line in pair.lines:
                columns[line] = least
            hidden.append(pair)
        elif least <= own and _has_many(inside, own):
            hidden.append(pair)
    return hidden


def _has_many(columns: Sequence[int], most: int) -> bool:
    """Return whether the first one of some lines, or several, are at most so deep; a single one is broken."""
    first = next(at for at in columns if at != _BLANK)
    return first <= most or sum(at <= most for at in columns) > 1


def _depths(columns: Sequence[int | None], pairs: Sequence[Pair]) -> list[Depth | None]:
    """Return how deep lines are with some columns and with pairs around them that these do not show."""
    changes = [0] * (len(columns) + 1)
    for pair in pairs:
        for start, end in zip((pair.start, *pair.between), (*pair.between, pair.end), strict=True):
            changes[start + 1] += 1
            changes[end] -= 1
    around = accumulate(changes)
    return [None if at is None else Depth(at, count) for at, count in zip(columns, around, strict=False)]
