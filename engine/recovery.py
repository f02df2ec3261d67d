"""The view of a file in which a completion can be guaranteed.

Mostly that is the whole file. In an editor a file is often broken away from the cursor; then the
broken lines are taken as absent, with stand-ins in their place (`recovery_repair.py`), and what is
promised is promised for the rest.

A quotient that is not empty is not always what the user means: behind an opening of a triple-quoted
string nearly everything is text, and a middle that closes it somewhere else makes a program of
almost anything. So a whole file counts at once only if a *plain* middle fits, made of a few short
pieces that open no string. Where there is none, and a line or two explain it, they are taken as absent.

Where no plain middle fits whatever is done elsewhere, as inside of a construct that the middle has
to finish, the file is repaired with the cursor's line as one of the broken ones, and the lines near
it are put back: the quotient knows more middles than can be made up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.recovery_draft import Budget, Exhausted, Reader
from engine.recovery_lines import split_at_cursor
from engine.recovery_repair import repair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.quotient import Quotient
    from engine.recovery_lines import Lines
    from engine.session import Session

LEAST_WORK = 1_000_000
"""Bytes that may be read to repair a file of any size, which takes up to two tenths of a second."""

WORK_BY_SIZE = 3
"""How many times a larger file may be read, if nothing fits into the whole of it."""

MOST_DOUBTS = 2
"""Lines that may be taken as absent although something fits into the whole file."""

CLOSE = 2
"""Lines from the cursor at which one does not count among them."""

NEAR = 10
"""Lines between two changed ones that count as near each other."""

Changes = dict[int, bytes]
"""Stand-ins by the numbers from 0 of the lines whose place they take."""


@dataclass(frozen=True)
class View:
    """What to complete in.

    Attributes:
        quotient: Of the two contexts; not empty.
        left: The left context, with stand-ins.
        right: The right context, with stand-ins.
        absent: Numbers from 1 of the file's lines that stand-ins take the place of.
        guarantee: `file` if there are none, else `region`.
    """

    quotient: Quotient
    left: bytes
    right: bytes
    absent: tuple[int, ...]
    guarantee: Literal["file", "region"]


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
        None if nothing can be promised.

    Raises:
        CoreError: The core failed.
    """
    quotient = session.quotient(left, right)
    whole = None if quotient.empty else View(quotient, left, right, (), "file")
    if not session.language.manifest.stand_ins.statements:
        return whole
    most_bytes = LEAST_WORK if whole else max(LEAST_WORK, WORK_BY_SIZE * (len(left) + len(right)))
    search = _Search(session, split_at_cursor(left, right), Budget(most_bytes, interrupted))
    try:
        if whole is not None:
            return whole if search.plain(quotient) else search.doubt(quotient) or whole
        return search.region()
    except Exhausted:
        return whole


class _Search:
    """The search for the region of one file."""

    def __init__(self, session: Session, lines: Lines, budget: Budget) -> None:
        self._session = session
        self._lines = lines
        self._budget = budget
        self._reader = Reader(session.language, lines, budget)

    def plain(self, quotient: Quotient) -> bool:
        """Whether a short middle fits that opens no string, and ends none from another line."""
        reader, start = self._reader, quotient.start()
        if any(state.member for _, state in reader.made_up(start, closes=False)):
            return True
        if not reader.in_string(start) or reader.cursor_in_string():
            return False
        return any(state.member for _, state in reader.made_up(start, closes=True))

    def doubt(self, quotient: Quotient) -> View | None:
        """The view without a line or two that explain why no plain middle fits into the whole file.

        A line close to the cursor does not explain it, nor do the beginnings of blocks around the
        cursor: what is written there may go on in a way that is not plain. The same holds in a
        string or comment that begins in the cursor's line.
        """
        if self._reader.in_string(quotient.start()) and not self._reader.cursor_in_string():
            return None
        changes = repair(self._reader, MOST_DOUBTS)
        if changes is None or any(abs(line - self._lines.cursor) <= CLOSE for line in changes):
            return None
        return None if set(changes) <= set(self._lines.around()) else self._view(changes)

    def region(self) -> View | None:
        """The view with few lines absent, of those that are near the cursor above all.

        Those near the cursor may be due to the middle that was made up, which then is another one.
        """
        changes = repair(self._reader)
        if changes is not None:
            far = self._far(changes)
            return self._first_view([far, changes] if len(changes) > 1 else [changes])
        lines = self._lines.without_cursor()
        changes = repair(Reader(self._session.language, lines, self._budget, most_pieces=0))
        if changes is None:
            return None
        changes.pop(self._lines.cursor, None)
        return self._first_view(_growing(self._far(changes), changes))

    def _first_view(self, choice: Iterable[Changes]) -> View | None:
        return next(filter(None, map(self._view, choice)), None)

    def _far(self, changes: Changes) -> Changes:
        """The changes that are not near the cursor, nor near one that is, and so on."""
        near = self._lines.cursor
        below = sorted(line for line in changes if line > near)
        above = sorted((line for line in changes if line < near), reverse=True)
        far: Changes = {}
        for lines in (above, below):
            last = near
            for index, line in enumerate(lines):
                if abs(line - last) > NEAR:
                    far |= {other: changes[other] for other in lines[index:]}
                    break
                last = line
        return far

    def _view(self, changes: Changes) -> View | None:
        """The view with these changes; None if nothing fits there, or if there are none."""
        if not changes:
            return None
        texts = [changes.get(line, text) for line, text in enumerate(self._lines.texts)]
        left, right = self._lines.joined(texts)
        self._budget.spend(len(left) + len(right))
        quotient = self._session.quotient(left, right)
        absent = tuple(line + 1 for line in sorted(changes))
        return None if quotient.empty else View(quotient, left, right, absent, "region")


def _growing(least: Changes, most: Changes) -> Iterator[Changes]:
    """Some changes; the same and one more; and so on for the first, the second…; all."""
    others = [line for line in sorted(most) if line not in least]
    yield least
    yield from (least | {line: most[line]} for line in others)
    for count in range(2, len(others)):
        yield least | {line: most[line] for line in others[-count:]}
    yield most
