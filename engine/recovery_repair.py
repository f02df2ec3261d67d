"""Repairs a file that is broken away from its cursor by putting stand-ins in place of whole lines.

The file is read forward with a made-up middle at the cursor. Where it cannot be read on, a line is
suspected: the one where the logical line began (a bracket or a string that does not end is found
only further down), the one at hand, or one of those that opened the blocks around it. Each is
tried with each stand-in, and the change is kept with which the file can be read furthest. At the
end, changes that were of no use are taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.recovery_lines import column, is_blank, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.recovery_draft import Draft, Reader

MOST_CHANGES = 20
"""Lines that may be changed."""

MOST_JOINED = 10
"""Lines of one logical line that may be changed together."""

ENOUGH = 30
"""Lines by which a change that lets the file be read further is taken without a look at the others."""


def repair(reader: Reader, most_changes: int = MOST_CHANGES) -> dict[int, bytes] | None:
    """Find what to put in place of some lines, none of them the cursor's, so that a file is a program.

    Args:
        reader: Reads the file.
        most_changes: How many lines may be changed on the way.

    Returns:
        Texts by line numbers from 0; None if nothing was found.

    Raises:
        Exhausted: The budget is.
    """
    found = _Repair(reader).run(most_changes)
    if found is None:
        return None
    pairs = zip(found.texts, reader.lines.texts, strict=True)
    return {line: text for line, (text, original) in enumerate(pairs) if text != original}


class _Repair:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lines = reader.lines
        stand_ins = reader.language.manifest.stand_ins
        self._headers = [text.encode() for text in stand_ins.headers]
        self._statements = [text.encode() for text in stand_ins.statements]

    def run(self, most_changes: int) -> Draft | None:
        """A draft that is a program; None if none was found."""
        draft = self._reader.whole()
        while not draft.is_program:
            better = self._better(draft)
            if better is None or len(self._changed(better)) > most_changes:
                return None
            draft = better
        return self._fewest(draft)

    def _changed(self, draft: Draft) -> list[int]:
        """The lines that differ from the file's, from 0."""
        pairs = zip(draft.texts, self._lines.texts, strict=True)
        return [number for number, (text, original) in enumerate(pairs) if text != original]

    def _better(self, draft: Draft) -> Draft | None:
        start = self._logical_start(draft)
        opener = self._string_start(draft)
        if opener is not None and opener != self._lines.cursor:
            # What lies between was read as text, so that how far it was read says nothing.
            without = self._best(draft, opener)
            if without is not None and without.error.line > opener:
                return without
        best: Draft | None = None
        for line in self._suspects(draft, start):
            found = self._best(draft, line)
            if found is not None and found.error > (best or draft).error:
                best = found
                if self._suffices(draft, best):
                    return best
        found = self._without_all(draft, start)
        return found if found is not None and found.error > (best or draft).error else best

    def _without_all(self, draft: Draft, start: int) -> Draft | None:
        """The draft without all lines of a logical line up to the trouble; None if that is one, or very many.

        A bracket closed once too often, say, leaves a rest behind whichever of its lines is changed.
        """
        lines = range(start, self._at_hand(draft) + 1)
        if not 1 < len(lines) <= MOST_JOINED or self._lines.cursor in lines:
            return None
        blank = {line: parts(draft.texts[line])[2] for line in lines}
        choices = (self._reader.changed(draft, blank | {start: text}) for text in self._texts(draft, start))
        return max(choices, key=lambda found: found.error)

    def _suffices(self, before: Draft, after: Draft) -> bool:
        return after.is_program or after.error.line > before.error.line + ENOUGH

    def _string_start(self, draft: Draft) -> int | None:
        """The line in which a string opens that is open where the line of the trouble begins, if one is.

        Where it is open at the trouble too, as at a sign that no string may hold, it is not the cause.
        """
        end = line = min(draft.error.line, len(draft.texts))
        while (state := draft.state(line, self._lines.cursor)) and self._reader.in_string(state):
            line -= 1
        if line == end:
            return None
        state = draft.state(end, self._lines.cursor)
        read = b"" if end in (len(draft.texts), self._lines.cursor) else draft.texts[end][: draft.error.byte]
        inside = read and state is not None and self._reader.in_string(state, read)
        return None if inside else line

    def _logical_start(self, draft: Draft) -> int:
        """The line where the logical line began in which the trouble was met."""
        line = self._at_hand(draft)
        while line > 0:
            state = draft.state(line, self._lines.cursor)
            # The line in which a cursor out of the way stands may continue one without an end.
            ended = draft.texts[line - 1].endswith((b"\n", b"\r"))
            if state is None or (ended and self._reader.begins_line(state, draft.texts[line])):
                break
            line -= 1
        return line

    def _at_hand(self, draft: Draft) -> int:
        """The line at which the trouble was met; the last one with content for the end of the file."""
        line = min(draft.error.line, len(draft.texts) - 1)
        while draft.error.line >= len(draft.texts) and line > 0 and self._is_blank(draft, line):
            line -= 1
        return line

    def _is_blank(self, draft: Draft, line: int) -> bool:
        return line != self._lines.cursor and is_blank(draft.texts[line])

    def _suspects(self, draft: Draft, start: int) -> Iterator[int]:
        hand = self._at_hand(draft)
        above = next((line for line in range(hand - 1, start, -1) if not self._is_blank(draft, line)), start)
        lines = dict.fromkeys([start, hand, above, *self._openers(draft, start)])
        return (line for line in lines if line != self._lines.cursor)

    def _openers(self, draft: Draft, start: int) -> Iterator[int]:
        """The line with content above a line, and those that opened the blocks around that one."""
        least: int | None = None
        for line in range(start - 1, -1, -1):
            if self._is_blank(draft, line):
                continue
            at = column(draft.texts[line])
            if least is None or at < least:
                yield line
                least = at
            if least == 0:
                return

    def _best(self, draft: Draft, line: int) -> Draft | None:
        """The draft with the stand-in for a line with which it can be read furthest."""
        best: Draft | None = None
        for text in self._texts(draft, line):
            found = self._reader.changed(draft, {line: text})
            if best is None or found.error > best.error:
                best = found
                if self._suffices(draft, best):
                    break
        return best

    def _texts(self, draft: Draft, line: int) -> list[bytes]:
        """The stand-ins for a line, the likeliest first."""
        indent, content, end = parts(draft.texts[line])
        headers = [indent + text + end for text in self._headers]
        statements = [indent + text + end for text in self._statements]
        below = next((k for k in range(line + 1, len(draft.texts)) if not self._is_blank(draft, k)), None)
        deeper = below is not None and column(draft.texts[below]) > column(draft.texts[line])
        if deeper and self._begins_well(draft, line, content):
            return [*headers, end, *statements]
        return [end, *headers, *statements] if deeper else [*statements, end, *headers]

    def _begins_well(self, draft: Draft, line: int, content: bytes) -> bool:
        """Whether a line begins like one of the language; a mark of a merge does not, for one."""
        state = draft.state(line, self._lines.cursor)
        return state is None or state.accepts(parts(draft.texts[line])[0] + content[:1])

    def _fewest(self, draft: Draft) -> Draft:
        """The draft without the changes that it can do without, the lowest first."""
        for line in reversed(self._changed(draft)):
            without = self._reader.changed(draft, {line: self._lines.texts[line]})
            if without.is_program:
                draft = without
        return draft
