"""`Trials` finds how far drafts can be read after a change or a middle, and which are equivalent there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.placeholders import texts_of
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Draft, Position, Reader
    from quoin.engine.recovery.source import Lines

NEAR = 8
"""The number of lines after the fault, or after the cursor, up to which a draft is read."""

MIN_READABLE = 30
"""The number of readable lines after a change that make trying other changes unnecessary."""

MAX_SPANNED = 300
"""The largest number of lines of a string that a change may begin."""


class Tried(NamedTuple):
    """A draft, and the position where reading it stops; None if the lines that were tried can be read."""

    draft: Draft
    stop: Position | None


class Trials:
    """The trials of one file's drafts."""

    def __init__(self, reader: Reader, lines: Lines) -> None:
        self._reader = reader
        self._lines = lines
        self._last = len(lines.texts)
        texts = texts_of(reader.language.manifest.stand_ins)
        self._codes = [code + b"\n" for code in (texts.statements[0], *texts.headers)]

    def read(self, draft: Draft, line: int) -> Tried:
        """Read a draft up to `NEAR` lines after a line, but not beyond a cursor without a middle."""
        end = draft.start(self._after(line))
        return Tried(
            draft, self._reader.stop(draft, end if draft.middle is not None else min(end, draft.cursor))
        )

    def reaches_cursor(self, line: int) -> bool:
        """Return whether the cursor's line is at most `NEAR` lines after a line."""
        return self._after(line) >= self._lines.cursor

    def is_enough(self, draft: Draft, line: int) -> bool:
        """Return whether a draft can be read so far after a line that it is beyond doubt."""
        end = min(line + MIN_READABLE, self._last)
        if draft.middle is None and end > self._lines.cursor:
            return False
        return self._reader.stop(draft, draft.start(end)) is None

    def holds(self, draft: Draft, line: int) -> bool:
        """Return whether a draft that `read` can read is readable beyond a string that is open there.

        Nearly everything can be read in a string, so that the string is read to its end.
        """
        end = self._after(line)
        if draft.middle is None and end > self._lines.cursor:
            return True
        state = self._state(draft, end)
        if not self._reader.spans(state):
            return True
        line = self._string_end(draft, end, state)
        if draft.middle is None and line > self._lines.cursor:
            return True
        return line <= self._last and self.read(draft, line).stop is None

    def looks(self, tried: Tried, line: int) -> object:
        """Return a value for comparing drafts: where reading stops, or what may follow the lines tried."""
        if tried.stop is not None:
            return tried.stop
        end = self._after(line)
        return self._signature(
            tried.draft, end if tried.draft.middle is not None else min(end, self._lines.cursor)
        )

    def _signature(self, draft: Draft, line: int) -> object:
        """Return a value that says what may follow at the start of a line, at each column in use above it."""
        state = self._state(draft, line)
        if self._reader.spans(state):
            return None
        columns = {column(self._lines.texts[other]) for other in self._lines.openers(line)}
        offset = state.open_bracket()
        return (
            None if offset is None else draft.position(offset),
            *(state.accepts(b" " * at + code) for at in sorted({0, *columns}) for code in self._codes),
        )

    def _string_end(self, draft: Draft, line: int, state: State) -> int:
        """Return the line after the end of a string that is open before a line.

        If the end is not near, the result is a line that does not exist.
        """
        for other in range(line, min(line + MAX_SPANNED, self._last)):
            if not state.advance(draft.line(other)):
                return other
            if not self._reader.spans(state):
                return other + 1
        return self._last + 1

    def _state(self, draft: Draft, line: int) -> State:
        return self._reader.state(draft.text[: draft.start(line)])

    def _after(self, line: int) -> int:
        return min(line + NEAR, self._last)
