"""How far drafts can be read behind a change or a middle, and which of them look the same there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.placeholders import texts_of
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Draft, Position, Reader
    from quoin.engine.recovery.source import Lines

NEAR = 8
"""Lines behind the trouble, or behind the cursor, up to which a draft is tried."""

ENOUGH = 30
"""Lines by which a change that lets the file be read further is taken without a look at others."""

MAX_SPANNED = 300
"""Lines of a string that a change may begin."""


class Tried(NamedTuple):
    """A draft, and where it stops among the lines that were tried; None if it does not."""

    draft: Draft
    stop: Position | None


class Trials:
    """Tries drafts of one file."""

    def __init__(self, reader: Reader, lines: Lines) -> None:
        self._reader = reader
        self._lines = lines
        self._last = len(lines.texts)
        texts = texts_of(reader.language.manifest.stand_ins)
        self._codes = [code + b"\n" for code in (texts.statements[0], *texts.headers)]

    def read(self, draft: Draft, line: int) -> Tried:
        """Read a draft up to some lines behind one, but not beyond a cursor without a middle."""
        end = draft.start(self._behind(line))
        return Tried(
            draft, self._reader.stop(draft, end if draft.middle is not None else min(end, draft.cursor))
        )

    def reaches_cursor(self, line: int) -> bool:
        """Whether the cursor is among the lines up to which a draft is read."""
        return self._behind(line) >= self._lines.cursor

    def is_enough(self, draft: Draft, line: int) -> bool:
        """Whether a draft can be read so far behind a line that it is beyond doubt."""
        end = min(line + ENOUGH, self._last)
        if draft.middle is None and end > self._lines.cursor:
            return False
        return self._reader.stop(draft, draft.start(end)) is None

    def holds(self, draft: Draft, line: int) -> bool:
        """Whether what was read says something; strings, where anything can be read, are read to the end."""
        end = self._behind(line)
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
        """What is to be seen of a draft where it stops, or behind the lines that were tried."""
        if tried.stop is not None:
            return tried.stop
        end = self._behind(line)
        return self._signature(
            tried.draft, end if tried.draft.middle is not None else min(end, self._lines.cursor)
        )

    def _signature(self, draft: Draft, line: int) -> object:
        """What may follow in front of a line, at each of the columns in use above it."""
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
        """The line behind a string that is open in front of one; none that exists if it is not near."""
        for other in range(line, min(line + MAX_SPANNED, self._last)):
            if not state.advance(draft.line(other)):
                return other
            if not self._reader.spans(state):
                return other + 1
        return self._last + 1

    def _state(self, draft: Draft, line: int) -> State:
        return self._reader.state(draft.text[: draft.start(line)])

    def _behind(self, line: int) -> int:
        return min(line + NEAR, self._last)
