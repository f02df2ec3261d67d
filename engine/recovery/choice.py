"""Chooses among a file's repairs the likeliest, and those that are nearly as likely.

The search for repairs makes its middles up, and so may change a line that only a plain middle needs
changed. The quotient knows more middles: with it, fewer changes may do, or smaller ones.
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
"""Repairs beside the likeliest one."""

MAX_VARIANTS = 24
"""Variants of the likeliest repair that are looked at."""

NEAR = 8
"""Lines from the cursor within which a change may be there only for the middle's sake."""

MAX_DOUBT = 1.2
"""What may speak against several changes, beside their number, for something to be promised by them."""

BESIDE = 2
MAX_DOUBT_BESIDE = 0.12
"""The same where a line is changed that is so few lines from the cursor: what is broken may be the middle."""

_QUOTIENT = 10_000
"""What a quotient costs beside the bytes behind the cursor."""


class Choice:
    """Looks at the repairs of one file.

    Args:
        session: The document's.
        reader: Reads drafts.
    """

    def __init__(self, session: Session, reader: Reader) -> None:
        self._session = session
        self._reader = reader

    def among(self, drafts: list[Draft]) -> list[Draft]:
        """The likeliest repair and others that say something else, against which hardly more speaks.

        None at all if too much speaks against the likeliest.

        Args:
            drafts: Programs with changes, the likeliest first.

        Raises:
            Exhausted: The caller gave up.
        """
        first = self._fewer(drafts[0])
        variants = self._looked_at(first) if len(first.changes) > 1 or _distance(first) <= NEAR else []
        others = [draft for draft in drafts[1:] if draft.changes]
        found = sorted([first, *others, *variants], key=lambda one: one.cost)
        if _is_doubtful(found[0]):
            return []
        return self._distinct([one for one in found if one.cost < found[0].cost + MARGIN])

    def _distinct(self, drafts: list[Draft]) -> list[Draft]:
        """The drafts without those that only change more than others do."""
        found: list[Draft] = []
        for draft in drafts:
            if not any(one.changes.items() <= draft.changes.items() for one in found):
                found.append(draft)
        return found[: MAX_OTHERS + 1]

    def _fewer(self, draft: Draft) -> Draft:
        """The draft without the changes that only its middle needs, those near the cursor first."""
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
        """Variants of a draft into which a middle fits."""
        filled = map(self._filled, islice(self._variants(draft), MAX_VARIANTS))
        return [one for one in filled if one is not None]

    def _variants(self, draft: Draft) -> Iterator[Draft]:
        """The draft with one of its changes alone, then with a smaller one, those near the cursor first."""
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
        """The draft with the middle that fits best; None if none fits."""
        left, right = draft.contexts()
        quotient = self._quotient(left, right)
        found = None if quotient.empty else Middles(self._reader, left, right).best(quotient)
        return None if found is None else draft.with_middle(*found)

    def _quotient(self, left: bytes, right: bytes) -> Quotient:
        self._reader.budget.spend(_QUOTIENT + len(right))
        return self._session.quotient(left, right)


def _distance(draft: Draft) -> int:
    """Lines from the cursor to the nearest change."""
    return min(abs(line - draft.lines.cursor) for line in draft.changes)


def _is_doubtful(draft: Draft) -> bool:
    doubt = draft.cost - CHANGE * len(draft.changes)
    if _distance(draft) <= BESIDE:
        return doubt >= MAX_DOUBT_BESIDE
    return len(draft.changes) > 1 and doubt >= MAX_DOUBT
