"""A `View` of a file is the part of it in which a completion can be guaranteed.

In most cases the view is the whole file. In an editor, a file is often broken away from the cursor. The
broken lines then count as absent, and the guarantee covers the rest of the file. They are found block by
block (`recovery/blocks/`), and if nothing fits then, placeholders replace single lines
(`recovery/repair.py`). Which lines are broken is a guess. If other guesses are nearly as good, a
completion has to fit with each of them.

A quotient that is not empty does not always reflect what the user means: after the beginning of a
triple-quoted string nearly everything is text, and a middle that closes the string somewhere else makes a
program of almost anything. The whole file is therefore used at once only if a middle of low cost fits
(`recovery/middles.py`). If there is none, and absent lines explain the file at a lower cost, they count as
absent.

In a block that has no end yet, a middle would have to end it. To a user who has not asked for that much, the
ends count as present (`recovery/unclosed.py`).

No middle within a block completes a file whose block needs something behind it, such as the `catch` of a
`try` or a `;`, nor a decorator above nothing. What is needed counts as present (`recovery/owed.py`), and the
guarantee covers the file with it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

from quoin.engine.quotient.interrupting import Interruptible
from quoin.engine.quotient.quotient import State
from quoin.engine.recovery.blocks.outline import Outline
from quoin.engine.recovery.choice import Choice
from quoin.engine.recovery.draft import Budget, Draft, Exhausted, Reader
from quoin.engine.recovery.middles import CHANGE, NOT_PLAIN, OPENS_STRING, Middles
from quoin.engine.recovery.owed import Present, behind_blocks, below_line, in_order, lines_added, put_in
from quoin.engine.recovery.repair import Repair
from quoin.engine.recovery.source import split_at_cursor
from quoin.engine.recovery.unclosed import braces_missing, end_of_tag, ends_of_blocks, signs_behind
from quoin.engine.util.lines import line_start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from quoin.engine.languages.definition import Level
    from quoin.engine.quotient.quotient import Quotient, Spare
    from quoin.engine.quotient.session import Session

MAX_WORK = 2_000_000
"""The largest work of one repair, in bytes read; it takes up to some three tenths of a second."""

MAX_WORK_IN_ALL = 2 * MAX_WORK
"""The largest work of all repairs of one file."""

LARGEST = 500_000
"""The size of the largest file that is repaired, in bytes; reading a larger one even once takes too long."""

LARGEST_CLOSED = 200_000
"""The size of the largest file in which ends of blocks and statements may count as present, in bytes."""

SPARED: Spare = "words"
"""What the sessions spare that views are made with (`Session`); with others, a view may be another one."""

MAX_SIGNS = 4
"""The largest number of texts that are tried behind brackets."""

MAX_WITH = 3
"""The largest number of repairs of a file in which more counts as present."""

MAX_PLAIN = 4
"""The largest number of lines that count as absent although a middle fits into the whole file."""

MANY = 40
"""The number of absent lines from which on single lines are tried as well."""

_COMMON = 200, 1000
"""The limits of the search for a common middle of several quotients: its length in bytes, and steps."""


@dataclass(frozen=True)
class View:
    """The two contexts in which a completion is computed.

    Attributes:
        quotient: The quotient by the two contexts; it is not empty.
        left: The left context, with placeholders.
        right: The right context, with placeholders.
        absent: The numbers, from 1, of the file's lines that placeholders replace.
        guarantee: `file` if no line is absent and no text counts as present, else `region`.
        others: The quotients with other absent lines or other placeholders, which are nearly as likely.
        others_contexts: The contexts of these.
        present: The texts that the file does not have, but its constructs owe; `right` has them.
        closed: Whether these are the ends of blocks, which a middle could write as well.
    """

    quotient: Quotient
    left: bytes
    right: bytes
    absent: tuple[int, ...]
    guarantee: Literal["file", "region"]
    others: tuple[Quotient, ...] = ()
    others_contexts: tuple[tuple[bytes, bytes], ...] = ()
    present: tuple[Present, ...] = ()
    closed: bool = False

    @property
    def contexts(self) -> list[tuple[bytes, bytes]]:
        """The contexts of all quotients, those of `quotient` first."""
        return [(self.left, self.right), *self.others_contexts]

    @property
    def level(self) -> Level:
        """What is promised of a text that fits."""
        return self.quotient.language.level

    @property
    def filters_names(self) -> bool:
        """Whether middles read known names only."""
        return all(one.filters_names for one in (self.quotient, *self.others))

    def lines_before(self, at: int) -> int:
        """Return the number of the file's line ends in the right context before the offset `at` in it."""
        return self.right[:at].count(b"\n") - lines_added(self.present, at)

    def start(self) -> State:
        """Return the state of the empty middle, in all quotients at once if there are several."""
        first = self.quotient.start()
        return State.of_all([first, *(other.start() for other in self.others)]) if self.others else first


def recover(
    session: Session,
    left: bytes,
    right: bytes,
    interrupted: Callable[[], bool] = lambda: False,
    *,
    closing: bool = False,
    mending: bool = True,
) -> View | None:
    """Find the view of a file around a cursor; it does not depend on what the session has read before.

    Args:
        session: The document's session, which computes the quotients.
        left: The left context.
        right: The right context.
        interrupted: Returns whether the caller has given up; the search then ends without a repair.
        closing: Whether blocks above the cursor's line that have no end count as ended, if all else is whole.
        mending: Whether lines may count as absent. It is not needed where the file is whole with such ends,
            since no absent line explains it at a lower cost.

    Returns:
        The view; None if nothing can be guaranteed, as in a broken file of more than `LARGEST` bytes.

    Raises:
        CoreError: The core failed.
    """
    stand_ins = session.language.manifest.stand_ins
    has_any = bool(stand_ins.statements or stand_ins.owed or stand_ins.decorated)
    reader = None
    if has_any and len(left) + len(right) <= LARGEST:
        reader = Reader(session, Budget(MAX_WORK, MAX_WORK_IN_ALL, interrupted))
        if (found := _with_owed(session, reader, left, right)) is not None:
            return found
    quotient = session.quotient(left, right)
    whole = None if quotient.empty else View(quotient, left, right, (), "file")
    if reader is None or not stand_ins.statements:
        return whole
    try:
        with Interruptible(reader.budget.go_on):
            return _likeliest(session, reader, (left, right), whole, closing=closing, mending=mending)
    except Exhausted:
        return whole


class _Unmended(NamedTuple):
    """What is found in a file, or in what is left of one, before more of its lines count as absent.

    Attributes:
        view: The view with what the file lacks; None if there is none.
        limit: The cost of the best middle in the whole file; infinite if there is none.
        signs: What may count as present behind brackets.
    """

    view: View | None
    limit: float = inf
    signs: tuple[Present, ...] = ()


def _likeliest(
    session: Session,
    reader: Reader,
    sides: tuple[bytes, bytes],
    whole: View | None,
    *,
    closing: bool,
    mending: bool,
) -> View | None:
    """Return the view of the whole file, or one with what it lacks, or one without what is broken.

    The views are tried one after another: with what the file lacks, without broken blocks, without single
    lines.
    """
    unmended = _unmended(session, reader, sides, whole, closing=closing)
    if unmended.view is not None:
        return unmended.view
    if not mending or unmended.limit < CHANGE:
        is_wanted = mending and unmended.limit and _is_small(sides)
        return (_outlined_plain(session, reader, sides) if is_wanted else None) or whole
    outlined = _outlined(session, reader, sides, closing=closing)
    if outlined is not None and len(outlined.absent) <= MANY:
        return outlined
    region = _by_lines(session, reader, sides, unmended, closing=closing)
    if region is None or (whole is not None and _is_vain(region)):
        return outlined or whole
    return outlined if outlined is not None and len(outlined.absent) <= len(region.absent) else region


def _unmended(
    session: Session, reader: Reader, sides: tuple[bytes, bytes], whole: View | None, *, closing: bool
) -> _Unmended:
    """Return what is found in a file without more absent lines."""
    manifest, is_small = session.language.manifest, _is_small(sides)
    if closing and is_small:
        tag = () if whole is None else end_of_tag(manifest, whole.start(), *sides)
        ends = chain(tag, ends_of_blocks(manifest, reader, *sides))
        closed = _fitting(session, reader, sides, ends, OPENS_STRING)
        if closed is not None:
            return _Unmended(replace(closed, closed=True))
    limit = inf if whole is None else _doubt(reader, whole.quotient, *sides)
    has_signs = limit > NOT_PLAIN and is_small
    signs = tuple(islice(signs_behind(manifest, sides[1]), MAX_SIGNS)) if has_signs else ()
    return _Unmended(_fitting(session, reader, sides, signs, NOT_PLAIN), limit, signs)


def _is_small(sides: tuple[bytes, bytes]) -> bool:
    return len(sides[0]) + len(sides[1]) <= LARGEST_CLOSED


def _by_lines(
    session: Session, reader: Reader, sides: tuple[bytes, bytes], unmended: _Unmended, *, closing: bool
) -> View | None:
    """Return the likeliest view without single lines, and with what it lacks; None if none was found."""
    reader.budget.renew(MAX_WORK)
    region = _tried(session, reader, sides, unmended.limit, [])
    may_lack = unmended.limit == inf and _is_small(sides)
    if may_lack and (region is None or _is_doubtful(reader, region) or closing):
        region = _region_with(session, reader, sides, unmended.signs, region, closing=closing)
    if region is not None and _is_small(sides) and not region.present:
        with suppress(Exhausted):
            region = _with_more(session, reader, region, closing=closing)
    return region


def _outlined_plain(session: Session, reader: Reader, sides: tuple[bytes, bytes]) -> View | None:
    """Return the view without a few broken lines away from the cursor if a plain middle fits then."""
    with suppress(Exhausted):
        lines = split_at_cursor(*sides)
        changes = Outline(reader, lines).blanked()
        if 0 < len(changes) <= MAX_PLAIN:
            absent = tuple(line + 1 for line in changes)
            view, cost = _with(session.variant("mended"), reader, *Draft(lines, changes).contexts(), [])
            return replace(view, absent=absent) if not cost else None
    return None


def _outlined(session: Session, reader: Reader, sides: tuple[bytes, bytes], *, closing: bool) -> View | None:
    """Return the view without broken blocks away from the cursor; None if there are none, or nothing fits."""
    with suppress(Exhausted):
        reader.budget.renew(MAX_WORK)
        lines = split_at_cursor(*sides)
        outline = Outline(reader, lines)
        changes = outline.blanked()
        mended = session.variant("mended")
        if outline.has_kept and _with(mended, reader, *Draft(lines, changes).contexts(), [])[1]:
            changes = outline.blanked(strictly=True)
        if not changes:
            return None
        new, absent = Draft(lines, changes).contexts(), tuple(line + 1 for line in changes)
        found = _with_owed(mended, reader, *new) or _of_rest(mended, reader, new, closing=closing)
        if found is not None:
            return replace(found, absent=tuple(sorted({*absent, *found.absent})))
    return None


def _of_rest(session: Session, reader: Reader, sides: tuple[bytes, bytes], *, closing: bool) -> View | None:
    """Return the likeliest view of what is left of a file without broken blocks; None if none was found."""
    quotient = session.quotient(*sides)
    whole = None if quotient.empty else View(quotient, *sides, (), "region")
    reader.budget.renew(MAX_WORK)
    reader = Reader(session, reader.budget)
    unmended = _unmended(session, reader, sides, whole, closing=closing)
    if unmended.view is not None or unmended.limit < CHANGE:
        return unmended.view or whole
    region = _tried(session, reader, sides, unmended.limit, [])
    return whole if region is None or (whole is not None and _is_vain(region)) else region


def _region_with(
    session: Session,
    reader: Reader,
    sides: tuple[bytes, bytes],
    signs: tuple[Present, ...],
    region: View | None,
    *,
    closing: bool,
) -> View | None:
    """Return the likeliest view with absent lines in which something counts as present, too.

    The result is `region`, the view in which nothing does, if no other one has fewer absent lines, or as many
    and a plain middle.
    """
    manifest, (left, right) = session.language.manifest, sides
    is_doubtful = region is None or _is_doubtful(reader, region)
    least = inf if region is None else len(region.absent)
    braces = list(braces_missing(manifest, left, right)) if closing and least > 1 else []
    others = [behind_blocks(manifest, left, right), *([one] for one in signs)] if is_doubtful else []
    for present in [one for one in (*([one] for one in braces), *others) if one][:MAX_WITH]:
        reader.budget.renew(MAX_WORK)
        found = _tried(session, reader, sides, inf, present)
        is_better = found is not None and (len(found.absent) < least or not _is_doubtful(reader, found))
        if found is not None and is_better and len(found.absent) <= least:
            return found
    return region


def _is_doubtful(reader: Reader, region: View) -> bool:
    """Return whether no plain middle fits into a view with absent lines."""
    return _doubt(reader, region.quotient, region.left, region.right) >= NOT_PLAIN


def _tried(
    session: Session, reader: Reader, sides: tuple[bytes, bytes], limit: float, present: list[Present]
) -> View | None:
    """Return the likeliest view with absent lines and texts that count as present; None if none was found."""
    ordered = in_order(present)
    with suppress(Exhausted):
        region = _region(session, reader, (sides[0], put_in(sides[1], ordered)), limit)
        if region is not None:
            absent = tuple(dict.fromkeys(_line_in_file(line, ordered, *sides) for line in region.absent))
            return replace(region, absent=absent, present=ordered)
    return None


def _line_in_file(line: int, present: tuple[Present, ...], left: bytes, right: bytes) -> int:
    """Return the number that a line has without texts that count as present, each behind a line."""
    added = 0
    for one in present:
        if line > left.count(b"\n") + right[: one.at].count(b"\n") + added + 1:
            added += one.text.count(b"\n")
    return line - added


def _with_more(session: Session, reader: Reader, region: View, *, closing: bool) -> View:
    """Return a view with absent lines in which what the cursor's constructs lack counts as present, too."""
    manifest, sides = session.language.manifest, (region.left, region.right)
    found = _with_owed(session, reader, *sides)
    if found is None and closing:
        tag = end_of_tag(manifest, region.quotient.start(), *sides)
        ends = chain(tag, ends_of_blocks(manifest, reader, *sides))
        closed = _fitting(session, reader, sides, ends, OPENS_STRING)
        found = None if closed is None else replace(closed, closed=True)
    if found is None and _doubt(reader, region.quotient, *sides) > NOT_PLAIN:
        found = _fitting(session, reader, sides, signs_behind(manifest, sides[1]), NOT_PLAIN)
    return region if found is None else replace(found, absent=region.absent)


def _with_owed(session: Session, reader: Reader, left: bytes, right: bytes) -> View | None:
    """Return the view with what constructs around the cursor owe; None if that is nothing, or unfit."""
    manifest = session.language.manifest
    behind, below = behind_blocks(manifest, left, right), list(below_line(manifest, left, right))
    if not behind and not below:
        return None

    try:
        with Interruptible(reader.budget.go_on):
            # Nothing is decorated in a line that goes on with the one above.
            if below and reader.state(left[: line_start(left)]).open_bracket(joining=True) is not None:
                below = []
            decorated = (_with(session, reader, left, right, [one, *behind]) for one in below)
            view, cost = min(decorated, key=lambda one: one[1], default=(None, inf))
            if cost <= NOT_PLAIN:
                return view
            view, cost = _with(session, reader, left, right, behind) if behind else (None, inf)
            return view if cost < CHANGE else None
    except Exhausted:
        return None


def _fitting(
    session: Session, reader: Reader, sides: tuple[bytes, bytes], each: Iterable[Present], most: float
) -> View | None:
    """Return the view with the first of some texts with which a middle of at most that cost fits."""
    for one in each:
        view, cost = _with(session, reader, *sides, [one])
        if cost <= most:
            return view
    return None


def _with(
    session: Session, reader: Reader, left: bytes, right: bytes, present: list[Present]
) -> tuple[View, float]:
    """Return the view with texts that count as present, and the cost of its best middle."""
    ordered = in_order(present)
    whole = put_in(right, ordered)
    quotient = (session.variant("completed") if present else session).quotient(left, whole)
    cost = inf if quotient.empty else _doubt(reader, quotient, left, whole)
    return View(quotient, left, whole, (), "region", present=ordered), cost


def _is_vain(region: View) -> bool:
    """Return whether no short common middle of a region's quotients was found."""
    return bool(region.others) and region.start().completion(*_COMMON, readable=False) is None


def _doubt(reader: Reader, quotient: Quotient, left: bytes, right: bytes) -> float:
    """Return the cost of the best middle in the whole file; infinite if none was found."""
    middles = Middles(reader, left, right)
    found = middles.best(quotient)
    return inf if found is None else found[1]


def _region(session: Session, reader: Reader, sides: tuple[bytes, bytes], limit: float) -> View | None:
    """Return the likeliest view with absent lines; None if there is none whose cost is below `limit`."""
    session = session.variant("lines")
    drafts = Repair(session, reader, split_at_cursor(*sides)).run(limit)
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
    contexts = tuple(other.contexts() for other in others)
    more = tuple(session.quotient(*other) for other in contexts)
    return None if quotient.empty else View(quotient, left, right, absent, "region", more, contexts)
