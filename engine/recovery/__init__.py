"""The view of a file in which a completion can be guaranteed.

Mostly that is the whole file. In an editor a file is often broken away from the cursor; then the
broken lines are taken as absent, with stand-ins in their place (`recovery/repair.py`), and what is
promised is promised for the rest. Which lines are broken is a guess. Where other guesses are nearly as
good, a completion has to fit with each of them.

A quotient that is not empty is not always what the user means: behind an opening of a triple-quoted
string nearly everything is text, and a middle that closes it somewhere else makes a program of
almost anything. So a whole file counts at once only if a middle fits against which little speaks
(`recovery/middles.py`). Where there is none, and a line explains it better, that is taken as absent.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Literal

from quoin.engine.quotient.quotient import State
from quoin.engine.recovery.choice import Choice
from quoin.engine.recovery.draft import Budget, Exhausted, Reader
from quoin.engine.recovery.middles import CHANGE, Middles
from quoin.engine.recovery.repair import Repair
from quoin.engine.recovery.source import split_at_cursor

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.quotient.quotient import Quotient
    from quoin.engine.quotient.session import Session

MAX_WORK = 2_000_000
"""Bytes that may be read for one repair, which takes up to some three tenths of a second."""

LARGEST = 500_000
"""Bytes of a file above which nothing is repaired, since to read it once takes too long."""

_COMMON = 200, 1000
"""Bytes of a middle that several quotients have in common, and how long one is looked for."""


@dataclass(frozen=True)
class View:
    """What to complete in.

    Attributes:
        quotient: Of the two contexts; not empty.
        left: The left context, with stand-ins.
        right: The right context, with stand-ins.
        absent: Numbers from 1 of the file's lines that stand-ins take the place of.
        guarantee: `file` if there are none, else `region`.
        others: Quotients with other lines absent, or with other stand-ins; each may be what is meant.
    """

    quotient: Quotient
    left: bytes
    right: bytes
    absent: tuple[int, ...]
    guarantee: Literal["file", "region"]
    others: tuple[Quotient, ...] = ()

    def start(self) -> State:
        """The state of the empty middle, which fits nowhere or everywhere."""
        first = self.quotient.start()
        return State.of_all([first, *(other.start() for other in self.others)]) if self.others else first


def recover(
    session: Session, left: bytes, right: bytes, interrupted: Callable[[], bool] = lambda: False
) -> View | None:
    """Find the view of a file around a cursor; the same one whatever the session has read before.

    Args:
        session: Takes the quotients.
        left: The left context.
        right: The right context.
        interrupted: Whether the caller has given up; then there is no view, or the whole file's.

    Returns:
        None if nothing can be promised, as in a broken file of more than `LARGEST` bytes.

    Raises:
        CoreError: The core failed.
    """
    quotient = session.quotient(left, right)
    whole = None if quotient.empty else View(quotient, left, right, (), "file")
    if not session.language.manifest.stand_ins.statements or len(left) + len(right) > LARGEST:
        return whole
    reader = Reader(session.beside, Budget(MAX_WORK, interrupted))
    try:
        limit = inf if whole is None else _doubt(reader, quotient, left, right)
        if limit < CHANGE:
            return whole
        region = _region(session, reader, left, right, limit)
    except Exhausted:
        return whole
    return whole if region is None or (whole is not None and _is_vain(region)) else region


def _is_vain(region: View) -> bool:
    """Whether the quotients of a region have no short middle in common, as far as one is looked for."""
    return bool(region.others) and region.start().completion(*_COMMON, readable=False) is None


def _doubt(reader: Reader, quotient: Quotient, left: bytes, right: bytes) -> float:
    """How much speaks against the middle that fits best into the whole file."""
    middles = Middles(reader, left, right)
    found = middles.best(quotient)
    return inf if found is None else found[1]


def _region(session: Session, reader: Reader, left: bytes, right: bytes, limit: float) -> View | None:
    """The view with few lines absent; None if there is none against which less speaks than a limit."""
    drafts = Repair(session, reader, split_at_cursor(left, right)).run(limit)
    if not drafts or not drafts[0].changes:
        return None
    reader.budget.renew(MAX_WORK)
    likely = Choice(session, reader).among(drafts)
    if not likely:
        return None
    first, *others = likely
    left, right = first.contexts()
    quotient = session.quotient(left, right)
    absent = tuple(line + 1 for line in sorted(first.changes))
    more = tuple(session.quotient(*other.contexts()) for other in others)
    return None if quotient.empty else View(quotient, left, right, absent, "region", more)
