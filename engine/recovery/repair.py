"""Repairs a file that is broken away from its cursor by putting stand-ins in place of whole lines.

A draft is read forward with a made-up middle at the cursor. Where it cannot be read on, some lines
are suspected (`recovery/suspects.py`), and each is tried with stand-ins (`recovery/placeholders.py`). A beam
of the drafts that can be read furthest, and against which least speaks, is kept from one number of
changes to the next.
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
from quoin.engine.recovery.trials import ENOUGH, Trials

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery.draft import Reader
    from quoin.engine.recovery.source import Lines
    from quoin.engine.recovery.trials import Tried

MAX_CHANGES = 20
"""Lines that may be changed."""

MAX_DRAFTS = 5
"""Drafts that are kept with the same number of changes."""

MAX_GOOD = 3
"""Stand-ins of one kind for one line that are kept."""

CLOSE = 3
"""Lines by which one middle may lead further than a cheaper one, and say nothing by that."""

MARGIN = 0.4
"""How much more may speak against a program than against the best, and it may still be what is meant."""

BEHIND = 0.3
"""What speaks against a draft when others have come much further."""

RANK = 0.02
"""What speaks against a suspect beside the one before it."""


Kinds = Literal["all", "strings", "no strings"]
"""Which stand-ins are tried: those that begin or end a string over several lines, or others."""

_ALL: Kinds = "all"


class Repair:
    """The search for one file's repair.

    Args:
        session: The document's.
        reader: Reads drafts.
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
        """Programs against which little speaks, less than a limit, and hardly more than against the first.

        Raises:
            Exhausted: The budget is, before one was found.
        """
        # Where something fits into the whole file, a better middle than that would be a plain one.
        self._thoroughly = limit == inf
        try:
            self._search(limit)
        except Exhausted:
            if not self._programs:
                raise
        found = sorted((one for one in self._programs if one.cost < limit), key=lambda one: one.cost)
        return [one for one in found if one.cost < found[0].cost + MARGIN]

    def _search(self, limit: float) -> None:
        """Take note of programs."""
        drafts = [Draft(self._lines, {})]
        for _ in range(MAX_CHANGES):
            troubles = self._distinct([self._troubles(draft) for draft in drafts])
            cheapest = min((trouble.draft.price for some in troubles for trouble in some), default=limit)
            if cheapest + CHANGE >= self._least(limit):
                break
            drafts = self._kept([tried for some in troubles for tried in self._changed_first(some)])

    def _least(self, limit: float) -> float:
        """What has to speak against a program, at the least, so that it is of no interest."""
        return min([limit, *(one.cost + MARGIN for one in self._programs)])

    def _troubles(self, draft: Draft) -> list[SyntaxFault]:
        """Where a draft stops with each of some middles; programs are taken note of."""
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
        """The troubles without those that a cheaper draft has at the same place."""
        least: dict[Position, float] = {}
        for trouble in (one for some in troubles for one in some):
            least[trouble.stop] = min(trouble.draft.cost, least.get(trouble.stop, trouble.draft.cost))
        return [[one for one in some if one.draft.cost <= least[one.stop]] for some in troubles]

    def _of_middles(self, troubles: list[SyntaxFault]) -> list[SyntaxFault]:
        """The troubles with the middles that lead furthest, and with cheaper ones that lead nearly as far.

        How far one leads that opens a string says little.
        """
        troubles = sorted(troubles, key=lambda one: (-one.stop.line, -one.stop.byte, one.draft.cost))
        strings = [one for one in troubles if one.draft.risk >= OPENS_STRING]
        others = [one for one in troubles if one not in strings]
        close = [one for one in others if one.stop.line > others[0].stop.line - CLOSE]
        cheapest = sorted(close, key=lambda one: one.draft.cost)[:1]
        return [*cheapest, *(one for one in others[:1] if one not in cheapest), *strings[:1]]

    def _changed_first(self, troubles: list[SyntaxFault]) -> list[Tried]:
        """The changes for the first of some troubles for which there are good ones, and those before it."""
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
        """Drafts with one more change that can be read further; one alone if it is beyond doubt."""
        suspects = Suspects(self._reader, trouble)
        in_string = suspects.string_start() is not None
        simple = not in_string and not suspects.in_bracket()
        near, far = list(suspects.near()), list(suspects.far())
        found: list[Tried] = []
        # Nearly everything can be read in a string, so that one is begun or ended only if need be.
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
        """Drafts with a stand-in for a line that can be read further, and whether it is a plain one."""
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
        """The drafts with a change that lets the file be read further, up to a few good ones that differ."""
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
        """How far a draft can be read up to some lines behind one, with middles if it comes to the cursor."""
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
        """The drafts to go on with: rather those that came further with the same number of changes."""
        furthest = max((max(one.draft.changes) for one in tried), default=0)

        def order(one: Tried) -> tuple[bool, float]:
            behind = max(one.draft.changes) < furthest - ENOUGH
            return one.stop is not None, one.draft.cost + BEHIND * behind

        found: dict[object, Draft] = {}
        for one in sorted(tried, key=order):
            found.setdefault((frozenset(one.draft.changes.items()), one.draft.middle), one.draft)
        return list(found.values())[:MAX_DRAFTS]
