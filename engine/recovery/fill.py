"""`MiddleFinder` adds middles to drafts: made-up ones, and completions up to parts of the right context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.recovery.draft import Position
from quoin.engine.recovery.middles import CHANGE, ENDS_STRING, OPENS_STRING, Middles
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.quotient.quotient import State
    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery.draft import Draft, Reader
    from quoin.engine.recovery.source import Lines
    from quoin.engine.recovery.trials import Trials, Tried

MAX_MIDDLES = 3
"""The largest number of middles that are kept for one draft."""

MAX_TRIED = 24
"""The largest number of middles that are tried for one draft."""

MAX_LINES = 200
"""The largest number of lines with content after the cursor that are searched for parts."""

MAX_EMPTY = 3
"""The number of consecutive parts of the right context without a middle after which the search ends."""

GROWTH = 1.5
"""The growth of the parts: each has more than this many times the lines of the preceding one."""

_QUOTIENT = 3_000


class MiddleFinder:
    """The search for middles of one file's drafts.

    Args:
        session: The document's session, which has read the right context.
        reader: The reader of drafts.
        trials: The trials of drafts.
        lines: The file.
    """

    def __init__(self, session: Session, reader: Reader, trials: Trials, lines: Lines) -> None:
        self._session = session
        self._reader = reader
        self._trials = trials
        self._lines = lines
        self._ends = [text.encode() for text in reader.language.manifest.stand_ins.ends]
        self._known: dict[bytes, None] = {}

    def filled(self, draft: Draft, *, thoroughly: bool) -> list[Tried]:
        """Return a draft with each of some middles, and how far each can be read after the cursor.

        If a middle of low cost makes the draft a program, no others are tried.

        Args:
            draft: A draft without changes below the cursor.
            thoroughly: Whether completions up to parts of the right context are tried too, not only made-up
                middles.
        """
        left, right = draft.contexts()
        middles = Middles(self._reader, left, right)
        begins_string = self._begins_string(draft)
        if begins_string and middles.is_below_code:
            return []
        self._reader.budget.spend(_QUOTIENT)
        found = middles.best(self._session.quotient(left, right))
        choice = [] if found is None else [found]
        if found is None or found[1] >= CHANGE:
            choice += self._choice(draft, middles, left, thoroughly=thoroughly)
        # A middle must not end a string that a change has begun.
        choice = [(text, risk) for text, risk in choice if not begins_string or risk < ENDS_STRING]
        return [self._trials.read(draft.with_middle(*one), self._lines.cursor) for one in choice]

    def again(self, draft: Draft, middle: bytes) -> Draft:
        """Return the draft with a middle that was made up for another draft."""
        left, right = draft.contexts()
        start = self._reader.state(left)
        state = start.copy()
        fits = state.advance(middle)
        return draft.with_middle(
            middle, Middles(self._reader, left, right).risk(start, middle, state) if fits else 0.0
        )

    def _begins_string(self, draft: Draft) -> bool:
        """Return whether a change may have begun a string that is open where the cursor's line begins."""
        if not any(end in text for text in draft.changes.values() for end in self._ends):
            return False
        return self._reader.spans(self._reader.state(draft.text[: draft.start(self._lines.cursor)]))

    def _choice(
        self, draft: Draft, middles: Middles, left: bytes, *, thoroughly: bool
    ) -> list[tuple[bytes, float]]:
        """Return the middles with which most of the draft can be read, and their costs."""
        start = self._reader.state(left)
        found = self._tried(draft, self._plain(middles, start))
        if thoroughly and not self._lead_far(found):
            known = self._tried(draft, self._possible(middles, start))
            found += known if self._lead_far(known) else self._tried(draft, self._from_parts(middles, left))
        return [(tried.draft.middle or b"", tried.draft.risk) for tried in self._furthest(found)]

    def _tried(self, draft: Draft, middles: Iterator[tuple[bytes, float]]) -> list[Tried]:
        """Return the draft with each of some middles, at most a few of which can be read without a stop."""
        found: list[Tried] = []
        for middle, risk in middles:
            found.append(self._trials.read(draft.with_middle(middle, risk), self._lines.cursor))
            far = sum(one.stop is None and one.draft.risk < OPENS_STRING for one in found)
            if far == MAX_MIDDLES or len(found) == MAX_TRIED:
                break
        return found

    def _lead_far(self, tried: list[Tried]) -> bool:
        return any(one.stop is None for one in tried)

    def _plain(self, middles: Middles, start: State) -> Iterator[tuple[bytes, float]]:
        """Yield the made-up middles with which the cursor's line can be read, and their costs."""
        for count, (middle, state) in enumerate(middles.made_up(start)):
            after = state.copy()
            if after.advance(self._lines.tail):
                yield middle, middles.risk(start, middle, state) + count / 1000

    def _possible(self, middles: Middles, start: State) -> Iterator[tuple[bytes, float]]:
        """Yield other drafts' middles with which the cursor's line can be read, and their costs."""
        for middle in self._known:
            state = start.copy()
            if state.advance(middle) and state.accepts(self._lines.tail):
                yield middle, middles.risk(start, middle, state)

    def _from_parts(self, middles: Middles, left: bytes) -> Iterator[tuple[bytes, float]]:
        """Return completions between the left context and parts of the right one, and their costs."""
        found: dict[bytes, float] = {}
        empty = 0
        for end in self._part_ends():
            part = self._lines.tail + b"".join(self._lines.texts[self._lines.cursor + 1 : end])
            quotient = self._reader.quotient(left, part)
            one = None if quotient.empty else middles.completion(quotient)
            empty = empty + 1 if one is None else 0
            if one is not None:
                found[one[0]] = one[1]
            elif found and empty == MAX_EMPTY:
                break
        self._known |= dict.fromkeys(found)
        return iter(found.items())

    def _part_ends(self) -> list[int]:
        """Return the lines at which the parts end: ever farther apart, none deeper than the one before it."""
        ends = []
        wanted = 1.0
        last = self._lines.below(self._lines.cursor)
        for count in range(MAX_LINES):
            line = None if last is None else self._lines.below(last)
            if line is None or last is None:
                break
            if count >= wanted and column(self._lines.texts[line]) <= column(self._lines.texts[last]):
                ends.append(line)
                wanted = 1 + count * GROWTH
            last = line
        return ends

    def _furthest(self, tried: list[Tried]) -> list[Tried]:
        """Return the drafts read furthest; of those with equal `Trials.looks`, only the cheapest."""
        end = Position(len(self._lines.texts) + 1, 0)
        tried = sorted(tried, key=lambda one: one.draft.cost)
        tried = sorted(tried, key=lambda one: one.stop or end, reverse=True)
        found: dict[object, Tried] = {}
        for one in tried:
            found.setdefault(self._trials.looks(one, self._lines.cursor), one)
        return list(found.values())[:MAX_MIDDLES]
