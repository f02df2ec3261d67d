"""Puts middles into drafts: made-up ones, and completions up to parts of the right context."""

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
"""Middles with which a draft is read on."""

MAX_TRIED = 24
"""Middles that are tried for one draft."""

MAX_LINES = 200
"""Lines with content behind the cursor that are looked at for middles."""

MAX_EMPTY = 3
"""Parts of the right context in a row, each longer, into which nothing fits before no more are tried."""

GROWTH = 1.5
"""How much longer each of these parts is."""

_QUOTIENT = 3_000


class MiddleFinder:
    """Puts middles into the drafts of one file.

    Args:
        session: The document's, which has read the right context.
        reader: Reads drafts.
        trials: Tries them.
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
        """A draft without changes below the cursor with middles, and how far it can be read behind it.

        Where one makes it a program, there are no others, unless much speaks against it. If it need
        not be thorough, only made-up middles are tried.
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
        # A middle is not to end what a change has begun.
        choice = [(text, risk) for text, risk in choice if not begins_string or risk < ENDS_STRING]
        return [self._trials.read(draft.with_middle(*one), self._lines.cursor) for one in choice]

    def again(self, draft: Draft, middle: bytes) -> Draft:
        """The draft with a middle that was made up for another one."""
        left, right = draft.contexts()
        start = self._reader.state(left)
        state = start.copy()
        fits = state.advance(middle)
        return draft.with_middle(
            middle, Middles(self._reader, left, right).risk(start, middle, state) if fits else 0.0
        )

    def _begins_string(self, draft: Draft) -> bool:
        """Whether a change may have begun a string that is open where the cursor's line begins."""
        if not any(end in text for text in draft.changes.values() for end in self._ends):
            return False
        return self._reader.spans(self._reader.state(draft.text[: draft.start(self._lines.cursor)]))

    def _choice(
        self, draft: Draft, middles: Middles, left: bytes, *, thoroughly: bool
    ) -> list[tuple[bytes, float]]:
        """Middles that lead far."""
        start = self._reader.state(left)
        found = self._tried(draft, self._plain(middles, start))
        if thoroughly and not self._lead_far(found):
            known = self._tried(draft, self._possible(middles, start))
            found += known if self._lead_far(known) else self._tried(draft, self._from_parts(middles, left))
        return [(tried.draft.middle or b"", tried.draft.risk) for tried in self._furthest(found)]

    def _tried(self, draft: Draft, middles: Iterator[tuple[bytes, float]]) -> list[Tried]:
        """The draft with some middles; no more than a few that lead far."""
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
        """Made-up middles with which the cursor's line can be read."""
        for count, (middle, state) in enumerate(middles.made_up(start)):
            after = state.copy()
            if after.advance(self._lines.tail):
                yield middle, middles.risk(start, middle, state) + count / 1000

    def _possible(self, middles: Middles, start: State) -> Iterator[tuple[bytes, float]]:
        """The middles found for other drafts, if the cursor's line can be read with them."""
        for middle in self._known:
            state = start.copy()
            if state.advance(middle) and state.accepts(self._lines.tail):
                yield middle, middles.risk(start, middle, state)

    def _from_parts(self, middles: Middles, left: bytes) -> Iterator[tuple[bytes, float]]:
        """Completions between the left context and parts of the right one that seem to end well."""
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
        """Lines behind the cursor, ever farther apart, that are no deeper than those in front of them."""
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
        """The drafts that were read furthest, of those that differ in nothing to be seen the cheapest."""
        end = Position(len(self._lines.texts) + 1, 0)
        tried = sorted(tried, key=lambda one: one.draft.cost)
        tried = sorted(tried, key=lambda one: one.stop or end, reverse=True)
        found: dict[object, Tried] = {}
        for one in tried:
            found.setdefault(self._trials.looks(one, self._lines.cursor), one)
        return list(found.values())[:MAX_MIDDLES]
