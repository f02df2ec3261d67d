"""`Suspects` finds the lines that may be the cause if reading a draft stops."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.recovery.source import is_blank, parts
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Draft, Position, Reader

MAX_LINES = 200
"""The largest number of lines of a string or a logical line that are examined."""

MAX_ENDS = 3
"""The largest number of lines that are tried as a string's last line."""

MAX_FOLLOWING = 4
"""The number of lines with content after a string's last line that have to be readable."""

_DEEP = b" " * 120


@dataclass(frozen=True)
class SyntaxFault:
    """The place where reading a draft stops.

    Attributes:
        draft: The draft.
        stop: The position of the first byte that is refused.
    """

    draft: Draft
    stop: Position


class Suspects:
    """The suspects for one fault.

    Args:
        reader: The reader of the draft.
        trouble: The fault.
    """

    def __init__(self, reader: Reader, trouble: SyntaxFault) -> None:
        self._reader = reader
        self._draft = trouble.draft
        self._stop = trouble.stop
        self._lines = trouble.draft.lines
        self._quotes = [text.encode() for text in reader.language.manifest.stand_ins.ends]
        self._code = [line.encode() for line in reader.language.manifest.stand_ins.lines]
        self.hand = self._at_hand()
        self.start = self._logical_start(self.hand)
        self._around = self._near()

    def near(self) -> Iterator[int]:
        """Yield the lines near the fault and earlier lines that may cause it, the likeliest first."""
        return self._unlike_cursor([*self._of_strings(), *self._of_brackets(), *self._around[:4]])

    def far(self) -> Iterator[int]:
        """Yield the lines that opened the outer blocks around the fault."""
        return self._unlike_cursor(self._around[4:])

    def _unlike_cursor(self, lines: Iterable[int]) -> Iterator[int]:
        return (line for line in dict.fromkeys(lines) if line != self._lines.cursor)

    def in_bracket(self) -> bool:
        """Return whether a bracket is open before the line of the fault."""
        return self._state(self.hand).open_bracket(joining=True) is not None

    def string_start(self) -> int | None:
        """Return the line that opened a string that is open before the fault or just above it."""
        above = self._lines.above(self.hand)
        for line in (self._beyond(self.hand), self.hand, above):
            if line is not None and self._spans(line):
                return self._opener(line)
        return None

    def stops_in_string(self) -> bool:
        """Return whether the fault is a character that no string may contain, in a multi-line string."""
        if self._stop.line == self._lines.cursor:
            return False
        text = self._draft.text[: self._draft.start(self._stop.line) + self._stop.byte]
        return self._stop.byte > 0 and self._spans(self._stop.line) and self._reader.spans(self._after(text))

    def _at_hand(self) -> int:
        """Return the line of the fault; for the end of the file, the last line with content."""
        if self._stop.line < len(self._lines.texts):
            return self._stop.line
        last = self._lines.above(self._stop.line)
        return max(self._lines.cursor, last if last is not None else 0)

    def _beyond(self, line: int) -> int | None:
        """Return the line after `line` if the fault is the end of the file; else None."""
        return line + 1 if self._stop.line == len(self._lines.texts) else None

    def _of_strings(self) -> list[int]:
        if self.stops_in_string():
            return [self.hand]
        opener = self.string_start()
        return [] if opener is None else [opener, *islice(self._possible_ends(opener), MAX_ENDS)]

    def _possible_ends(self, opener: int) -> Iterator[int]:
        """Yield the lines in which the string that a line opens may end, since code seems to follow."""
        state = self._state(opener + 1)
        for line in range(opener + 1, min(self.hand, opener + MAX_LINES)):
            if any(self._is_followed(state, line, end) for end in self._quotes):
                yield line
            state = state.copy()
            if not state.advance(self._draft.line(line)) or not self._reader.spans(state):
                return

    def _is_followed(self, state: State, line: int, end: bytes) -> bool:
        """Return whether the following lines can be read if `end` replaces a line and ends a string."""
        indent, _, line_end = parts(self._draft.line(line))
        state = state.copy()
        if line == self._lines.cursor or not state.advance(indent + end + line_end):
            return False
        count = 0
        while line < len(self._lines.texts) - 1 and line != self._lines.cursor and count < MAX_FOLLOWING:
            line += 1
            text = self._draft.line(line) if line != self._lines.cursor else self._lines.head
            if not state.advance(text):
                return False
            count += not self._is_blank(line)
        return not self._reader.spans(state)

    def _of_brackets(self) -> list[int]:
        """Return the line that opened a bracket in which a later line is out of place, and lines above that.

        If no line is out of place, the second line is the start of the logical line.
        """
        opener = None
        first = max(self.start + 1, self.hand - MAX_LINES)
        state = self._state(first).copy() if first <= self.hand else None
        for line in range(first, self.hand + 1):
            opened = None if state is None else state.open_bracket()
            opener = None if opened is None else self._draft.position(opened).line
            if opener is not None and self._is_out_of_place(line, opener, state):
                return [opener, line - 1, *self._above(line)]
            if state is None or not state.advance(self._draft.line(line)):
                break
        if opener is not None:
            return [opener, self.start]
        # Where no line is joined to another one, a bracket may be open all the same.
        opener = self._opener_of_bracket(self._beyond(self.hand) or self.hand)
        return [] if opener is None else [opener]

    def _is_out_of_place(self, line: int, opener: int, state: State | None) -> bool:
        """Return whether a line in a bracket is not deeper than the opening line, and does not close it."""
        text = self._draft.line(line)
        if state is None or is_blank(text) or column(text) > column(self._draft.line(opener)):
            return False
        if self._reader.spans(state):
            return False
        indent, content, _ = parts(text)
        after, opened = state.copy(), state.open_bracket()
        return not after.advance(indent + content[:1] + b" ") or after.open_bracket() == opened

    def _near(self) -> list[int]:
        around = self._lines.openers(self.hand)
        above = [self._logical_start(around[0])] if around else []
        return list(dict.fromkeys([self.hand, *around[:1], self.start, *above, *around[1:]]))

    def _above(self, line: int) -> list[int]:
        above = self._lines.above(line)
        return [] if above is None else [above]

    def _opener_of_bracket(self, line: int) -> int | None:
        """Return the line that opened the innermost bracket that is open before a line."""
        offset = self._state(line).open_bracket()
        return None if offset is None else self._draft.position(offset).line

    def _opener(self, line: int) -> int:
        """Return the line in which the string that is open before a line began."""
        for other in range(line - 1, max(line - MAX_LINES, 0), -1):
            if not self._spans(other):
                return other
        return max(line - MAX_LINES, 0)

    def _logical_start(self, line: int) -> int:
        """Return the first line of the logical line that contains a line."""
        while line > 0 and not self._begins(line):
            opener = self._opener_of_bracket(line)
            line = line - 1 if opener is None else opener
        return line

    def _begins(self, line: int) -> bool:
        """Return whether a logical line begins at a physical one, whatever that line contains.

        This is tested with lines of code, which can stand only at a logical line's start: in the line's own
        column, in the first column, or deeper than all other lines.
        """
        state = self._state(line)
        if state.open_bracket(joining=True) is not None or self._reader.spans(state):
            return False
        columns = {parts(self._draft.line(line))[0], b"", _DEEP}
        return any(state.accepts(at + code) for at in columns for code in self._code)

    def _spans(self, line: int) -> bool:
        return self._reader.spans(self._state(line))

    def _state(self, line: int) -> State:
        return self._after(self._draft.text[: self._draft.start(line)])

    def _after(self, text: bytes) -> State:
        return self._reader.state(text)

    def _is_blank(self, line: int) -> bool:
        return is_blank(self._draft.line(line))
