"""`Choice` selects the likeliest of a file's repairs, and those that are nearly as likely.

The search for repairs makes up its middles, and may therefore change a line only because a plain middle
needs that. The quotient contains more middles, so that fewer or smaller changes may suffice with it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.recovery.draft import Draft
from quoin.engine.recovery.middles import CHANGE, Middles
from quoin.engine.recovery.placeholders import MENDED, mended_lines
from quoin.engine.recovery.repair import MARGIN
from quoin.engine.recovery.source import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.quotient.quotient import Quotient
    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery.draft import Reader

MAX_OTHERS = 3
"""The largest number of repairs in addition to the likeliest one."""

MAX_VARIANTS = 24
"""The largest number of variants of the likeliest repair that are examined."""

NEAR = 8
"""The distance from the cursor, in lines, up to which a change may be needed only by the middle."""

MAX_DOUBT = 1.2
"""The cost of several changes, without `CHANGE` for each, from which on their draft is rejected."""

BESIDE = 2
MAX_DOUBT_BESIDE = 0.12
"""The corresponding limit for a draft with a change at most `BESIDE` lines from the cursor.

It is stricter, since the middle itself may be what is missing there.
"""

_QUOTIENT = 10_000
"""The work for a quotient in addition to the bytes of the right context, in bytes read."""


class Choice:
    """The choice among the repairs of one file.

    Args:
        session: The document's session.
        reader: The reader of drafts.
    """

    def __init__(self, session: Session, reader: Reader) -> None:
        self._session = session
        self._reader = reader

    def among(self, drafts: list[Draft]) -> list[Draft]:
        """Return the likeliest repair, and different ones whose cost is hardly higher.

        The list is empty if the cost of the likeliest repair is too high.

        Args:
            drafts: The drafts that are programs, the likeliest first.

        Raises:
            Exhausted: The budget is used up, or the caller gave up.
        """
        first = self._fewer(drafts[0])
        variants = self._looked_at(first) if len(first.changes) > 1 or _distance(first) <= NEAR else []
        others = [draft for draft in drafts[1:] if draft.changes]
        found = sorted([first, *others, *variants], key=lambda one: one.cost)
        if _is_doubtful(found[0]):
            return []
        return self._distinct([one for one in found if one.cost < found[0].cost + MARGIN])

    def _distinct(self, drafts: list[Draft]) -> list[Draft]:
        """Return the drafts without those whose changes include all changes of a preceding one."""
        found: list[Draft] = []
        for draft in drafts:
            if not any(one.changes.items() <= draft.changes.items() for one in found):
                found.append(draft)
        return found[: MAX_OTHERS + 1]

    def _fewer(self, draft: Draft) -> Draft:
        """Return the draft without changes that only its middle needs; the nearest ones are tried first."""
        cursor = draft.lines.cursor
        for line in sorted(draft.changes, key=lambda one: abs(one - cursor)):
            others = {other: text for other, text in draft.changes.items() if other != line}
            if not others:
                break
            found = self._filled(Draft(draft.lines, others))
            if found is not None and found.risk < CHANGE + draft.risk:
                draft = Draft(draft.lines, others, draft.price - CHANGE, found.middle, found.risk)
        return draft

    def _looked_at(self, draft: Draft) -> list[Draft]:
        """Return the variants of a draft into which a middle fits."""
        filled = map(self._filled, islice(self._variants(draft), MAX_VARIANTS))
        return [one for one in filled if one is not None]

    def _variants(self, draft: Draft) -> Iterator[Draft]:
        """Yield the draft with one change only, then with a smaller one; the nearest changes are first."""
        lines = draft.lines
        nearest = sorted(draft.changes, key=lambda one: abs(one - lines.cursor))
        for line in nearest if len(nearest) > 1 else ():
            yield Draft(lines, {line: draft.changes[line]}, CHANGE)
        for line in nearest:
            indent, content, end = parts(lines.texts[line])
            mended = mended_lines(self._reader.language.manifest.stand_ins, content)
            for text in (*(indent + one for one in mended), b""):
                yield Draft(lines, {line: text + end}, CHANGE + MENDED)

    def _filled(self, draft: Draft) -> Draft | None:
        """Return the draft with the middle that fits best; None if none fits."""
        left, right = draft.contexts()
        quotient = self._quotient(left, right)
        found = None if quotient.empty else Middles(self._reader, left, right).best(quotient)
        return None if found is None else draft.with_middle(*found)

    def _quotient(self, left: bytes, right: bytes) -> Quotient:
        self._reader.budget.spend(_QUOTIENT + len(right))
        return self._session.quotient(left, right)


def _distance(draft: Draft) -> int:
    """Return the distance from the cursor to the nearest change, in lines."""
    return min(abs(line - draft.lines.cursor) for line in draft.changes)


def _is_doubtful(draft: Draft) -> bool:
    doubt = draft.cost - CHANGE * len(draft.changes)
    if _distance(draft) <= BESIDE:
        return doubt >= MAX_DOUBT_BESIDE
    return len(draft.changes) > 1 and doubt >= MAX_DOUBT
