"""`Repair` replaces whole lines with placeholders in a file that is broken away from its cursor.

A draft is read from its start, with a made-up middle at the cursor. Where reading stops, some lines are
suspects (`recovery/suspects.py`), and each of them is replaced with placeholders
(`recovery/placeholders.py`). The search is a beam search over the number of changes: it keeps the drafts
that can be read furthest at the lowest cost.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Literal

from quoin.engine.recovery.draft import Draft, Exhausted, Position
from quoin.engine.recovery.fill import MiddleFinder
from quoin.engine.recovery.middles import CHANGE, OPENS_STRING
from quoin.engine.recovery.placeholders import STRING, stand_ins
from quoin.engine.recovery.source import parts
from quoin.engine.recovery.suspects import Suspects, SyntaxFault
from quoin.engine.recovery.trials import MIN_READABLE, Trials

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery.draft import Reader
    from quoin.engine.recovery.source import Lines
    from quoin.engine.recovery.trials import Tried

MAX_CHANGES = 20
"""The largest number of lines that are changed."""

MAX_DRAFTS = 5
"""The width of the beam: the number of drafts that are kept for each number of changes."""

MAX_GOOD = 3
"""The largest number of placeholders of one kind for one line that are kept."""

CLOSE = 3
"""A middle is close to the best one if reading stops fewer than this number of lines earlier with it."""

ALIKE = 0.02
"""The difference in cost below which that of two middles counts which leads further."""

MARGIN = 0.4
"""The cost above that of the best program below which another program may still be what is meant."""

EARLIER = 0.3
"""The additional cost of a draft whose last change is over `MIN_READABLE` lines before that of another."""

RANK = 0.02
"""The additional cost of a suspect compared with the suspect before it."""


Kinds = Literal["all", "strings", "no strings"]
"""The placeholders that are tried: those that begin or end a string of several lines, the others, or all."""

_ALL: Kinds = "all"


class Repair:
    """The search for repairs of one file.

    Args:
        session: The document's session.
        reader: The reader of drafts.
        lines: The file.
    """

    def __init__(self, session: Session, reader: Reader, lines: Lines) -> None:
        self._reader = reader
        self._lines = lines
        self._trials = Trials(reader, lines)
        self._filler = MiddleFinder(session, reader, self._trials, lines)
        self._programs: list[Draft] = []
        self._thoroughly = True

    def run(self, limit: float) -> list[Draft]:
        """Return the cheapest program below a cost of `limit`, and those whose cost is hardly higher.

        Raises:
            Exhausted: The budget was used up, or the caller gave up, before a program was found.
        """
        # If some middle fits into the whole file, only a plain one would be better.
        self._thoroughly = limit == inf
        try:
            self._search(limit)
        except Exhausted:
            if not self._programs:
                raise
        found = sorted((one for one in self._programs if one.cost < limit), key=lambda one: one.cost)
        return [one for one in found if one.cost < found[0].cost + MARGIN]

    def _search(self, limit: float) -> None:
        """Search programs and record them in `_programs`."""
        drafts = [Draft(self._lines, {})]
        for _ in range(MAX_CHANGES):
            troubles = self._distinct([self._troubles(draft) for draft in drafts])
            cheapest = min((trouble.draft.price for some in troubles for trouble in some), default=limit)
            if cheapest + CHANGE >= self._least(limit):
                break
            drafts = self._kept([tried for some in troubles for tried in self._changed_first(some)])

    def _least(self, limit: float) -> float:
        """Return the cost from which on a program would not be used."""
        return min([limit, *(one.cost + MARGIN for one in self._programs)])

    def _troubles(self, draft: Draft) -> list[SyntaxFault]:
        """Return where reading a draft stops with each of some middles; record those that are programs."""
        if draft.middle is None:
            stop = self._reader.stop(draft, draft.cursor)
            if stop is not None:
                return [SyntaxFault(draft, stop)]
            filled = self._filler.filled(draft, thoroughly=self._thoroughly)
            troubles = [trouble for tried in filled for trouble in self._troubles(tried.draft)]
            found = self._of_middles(troubles)
            if all(tried.draft.risk >= CHANGE for tried in filled):
                found.insert(0, SyntaxFault(draft, Position(self._lines.cursor, len(self._lines.head))))
            return found
        stop = self._reader.stop(draft, len(draft.text))
        if stop is None and self._reader.is_program(draft):
            self._programs.append(draft)
            return []
        return [SyntaxFault(draft, stop or Position(len(self._lines.texts), 0))]

    def _distinct(self, troubles: list[list[SyntaxFault]]) -> list[list[SyntaxFault]]:
        """Return the faults without those that a cheaper draft has at an equal position."""
        least: dict[Position, float] = {}
        for trouble in (one for some in troubles for one in some):
            least[trouble.stop] = min(trouble.draft.cost, least.get(trouble.stop, trouble.draft.cost))
        return [[one for one in some if one.draft.cost <= least[one.stop]] for some in troubles]

    def _of_middles(self, troubles: list[SyntaxFault]) -> list[SyntaxFault]:
        """Return the faults of the middles with which most can be read, and of cheaper ones that are close.

        A middle that opens a string is treated separately, since nearly everything can be read in a string.
        """
        troubles = sorted(troubles, key=lambda one: (-one.stop.line, -one.stop.byte, one.draft.cost))
        strings = [one for one in troubles if one.draft.risk >= OPENS_STRING]
        others = [one for one in troubles if one not in strings]
        close = [one for one in others if one.stop.line > others[0].stop.line - CLOSE]
        least = min((one.draft.cost for one in close), default=0.0)
        cheapest = [one for one in close if one.draft.cost <= least + ALIKE][:1]
        return [*cheapest, *(one for one in others[:1] if one not in cheapest), *strings[:1]]

    def _changed_first(self, troubles: list[SyntaxFault]) -> list[Tried]:
        """Return the changes for the first fault with good ones, and for the faults before it."""
        found: list[Tried] = []
        last = None
        for trouble in troubles:
            if last is not None and trouble.stop <= last.stop:
                continue
            found += self._changed(trouble)
            if any(tried.stop is None for tried in found):
                last = trouble
        return found

    def _changed(self, trouble: SyntaxFault) -> list[Tried]:
        """Return drafts with one more change that can be read further; only one if it is beyond doubt."""
        suspects = Suspects(self._reader, trouble)
        in_string = suspects.string_start() is not None
        simple = not in_string and not suspects.in_bracket()
        near, far = list(suspects.near()), list(suspects.far())
        found: list[Tried] = []
        # Nearly everything can be read in a string, so that strings are begun or ended only if necessary.
        kinds_near: list[Kinds] = ["all"] if in_string else ["no strings", "strings"]
        for lines, first, kinds in (*((near, 0, some) for some in kinds_near), (far, len(near), _ALL)):
            for rank, line in enumerate(lines, first):
                for tried, plain in self._with_change(trouble, line, rank * RANK, suspects.hand, kinds):
                    found.append(tried)
                    if (
                        simple
                        and plain
                        and tried.stop is None
                        and self._trials.is_enough(tried.draft, suspects.hand)
                    ):
                        return [tried]
            if any(tried.stop is None for tried in found):
                break
        return found

    def _with_change(
        self, trouble: SyntaxFault, line: int, cost: float, hand: int, kinds: Kinds
    ) -> Iterator[tuple[Tried, bool]]:
        """Yield drafts with a placeholder for a line that can be read further, and whether it is plain."""
        if line in trouble.draft.changes:
            return
        indent = parts(trouble.draft.line(hand))[0]
        columns = hand != line and trouble.stop.line == hand and trouble.stop.byte <= len(indent)
        for kind in stand_ins(self._reader, trouble.draft, line, columns=columns):
            if kinds == "all" or (kinds == "strings") == (kind.cost >= STRING):
                choices = [{line: text} for text in kind.texts]
                for tried in self._further(trouble, choices, cost + kind.cost, hand):
                    yield tried, kind.plain

    def _further(
        self, trouble: SyntaxFault, choices: list[dict[int, bytes]], cost: float, hand: int
    ) -> Iterator[Tried]:
        """Yield the drafts with a change that can be read further, up to a few good ones that differ."""
        good: set[object] = set()
        for index, changes in enumerate(choices):
            draft = trouble.draft.changed(changes, CHANGE + cost + index / 1000)
            for tried in self._read(draft, trouble, hand):
                looks = self._trials.looks(tried, hand)
                if looks not in good and self._is_further(tried, trouble, hand):
                    yield tried
                    good |= {looks} if tried.stop is None else set()
                    if len(good) == MAX_GOOD:
                        return

    def _is_further(self, tried: Tried, trouble: SyntaxFault, hand: int) -> bool:
        return self._trials.holds(tried.draft, hand) if tried.stop is None else tried.stop > trouble.stop

    def _read(self, draft: Draft, trouble: SyntaxFault, hand: int) -> list[Tried]:
        """Return how far a draft can be read up to some lines after `hand`, with middles at the cursor."""
        tried = self._trials.read(draft, hand)
        if draft.middle is not None or tried.stop is not None or not self._trials.reaches_cursor(hand):
            return [tried]
        if trouble.draft.middle is not None:
            same = self._trials.read(self._filler.again(draft, trouble.draft.middle), hand)
            if same.stop is None or same.stop > trouble.stop:
                return [same]
        filled = self._filler.filled(draft, thoroughly=False)
        return [self._trials.read(one.draft, hand) for one in filled]

    def _kept(self, tried: list[Tried]) -> list[Draft]:
        """Return the next beam; drafts that do not stop and whose changes are further down are preferred."""
        furthest = max((max(one.draft.changes) for one in tried), default=0)

        def order(one: Tried) -> tuple[bool, float]:
            is_earlier = max(one.draft.changes) < furthest - MIN_READABLE
            return one.stop is not None, one.draft.cost + EARLIER * is_earlier

        found: dict[object, Draft] = {}
        for one in sorted(tried, key=order):
            found.setdefault((frozenset(one.draft.changes.items()), one.draft.middle), one.draft)
        return list(found.values())[:MAX_DRAFTS]
