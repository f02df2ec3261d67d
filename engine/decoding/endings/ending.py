"""The end of a budget, kept for what the language needs to end the middle.

A middle that the model does not end is ended by the language, as shortly as it can be, and that takes tokens
too. Where the paper (section VII-B) cuts back to the best place that may be an end, there may be none: so
near the end of the budget only tokens may come behind which a short ending is within reach, and where
nothing else is, it is taken.

To find an ending takes a search of milliseconds, so few are made: none before the last part of the budget,
then whenever half of what is left beside the ending is used. Near the end each token is asked for, but the
ending known so far mostly still does, as within an expression: to try it takes microseconds.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quoin.engine.decoding.tokens.constraint import Constraint

LAST_TOKENS = 24
LAST_SHARE = 4
"""So many tokens, or one part in so many of the budget if that is more, are left when the first ending is
looked for; so a short budget is looked after from its beginning."""

GROWTH = 4
"""By how many tokens one token may lengthen the ending, where not each one is asked for."""

SEARCHES = 4
"""Endings that are searched at one place, for the model's best tokens."""

ALL_SEARCHES = 24
"""The same for all of a completion."""

QUESTIONS = 100
"""Tokens that are asked for at one place."""

HALVES = 4
"""How many times half of a text is left out to find an end for the rest."""


@dataclass(frozen=True)
class EndPoint:
    """A place in a middle, as closing sees it.

    Attributes:
        guard: there.
        used: tokens of the budget that were taken so far.
        text: the middle.
        has_text: whether it has anything but blanks and line ends.
        rest: bytes before the cursor that are yet to be repeated.
    """

    guard: Constraint
    used: int
    text: bytes
    has_text: bool
    rest: bytes


@dataclass(frozen=True)
class Ending:
    """How a middle is ended by the language.

    Attributes:
        length: bytes of the middle that are kept.
        text: what comes behind them.
        used: tokens of the part that is kept.
        added: tokens of the text behind it.
    """

    length: int
    text: bytes
    used: int
    added: int

    @property
    def tokens(self) -> int:
        """Tokens of all of it."""
        return self.used + self.added


class EndingBudget:
    """Looks after the end of one completion's budget.

    Args:
        budget: most tokens of the completion.
        count: how many tokens a text has.
        wanted: whether the language is to end what the model does not.
        only_signs: whether that is left to `signs`, which adds no more than them.
    """

    def __init__(
        self, budget: int, count: Callable[[bytes], int], *, wanted: bool, only_signs: bool = False
    ) -> None:
        self._budget = budget
        self._count = count
        self._wanted = wanted
        self.only_signs = only_signs
        self._due = max(0, budget - max(LAST_TOKENS, budget // LAST_SHARE))
        self._known: bytes | None = None
        self._safe: Ending | None = None
        self._slack: tuple[int, int | None] = (-1, None)
        self._searches = self._questions = self._all_searches = 0
        # By the middle; twins of a completion come to the same places.
        self._found: dict[tuple[bytes, bool], bytes | None] = {}

    def copy(self) -> EndingBudget:
        """The same for a twin of the completion."""
        return copy(self)

    def is_due(self, used: int) -> bool:
        """Whether endings are to be looked for behind so many tokens."""
        return self._wanted and used >= self._due

    def is_spent(self, used: int) -> bool:
        """Whether behind so many tokens nothing is left of the budget, but for the ending."""
        at, slack = self._slack
        return used >= self._budget or (at == used and slack is not None and slack <= 0)

    def look(self, site: EndPoint) -> None:
        """Find an ending from here, and say when to look for the next one."""
        self._searches = self._questions = 0
        ending = self._find(site)
        left = self._budget - site.used
        if ending is None:
            self._slack = site.used, None
            self._due = site.used + max(1, left // 2)
            return
        slack = left - ending.added
        self._slack = site.used, slack
        self._known = ending.text
        if slack >= 0:
            self._safe = ending
        self._due = site.used + max(0, (slack - GROWTH) // 2)

    def leaves_room(self, site: EndPoint) -> bool:
        """Whether an ending is within reach of a place that one more token would lead to.

        Where none was found before that token, it is refused only for one that is too long.
        """
        self._questions += 1
        ending = self._find(site) if self._questions <= QUESTIONS else None
        return self._slack[1] is None if ending is None else ending.tokens <= self._budget

    def close(self, origin: Constraint, text: bytes, lengths: Sequence[int]) -> Ending | None:
        """End a text or a part of it; the most of it that the budget has room for.

        Args:
            origin: the guard before the text.
            text: the middle.
            lengths: of the middle before each of its tokens, in bytes.

        Returns:
            The shortest ending where none is within the budget; None where none is found or wanted.
        """
        if not self._wanted or self.only_signs:
            return None
        tried = []
        for ending in self._endings(origin, text, lengths):
            if ending.tokens <= self._budget:
                return ending
            tried.append(ending)
        return min(tried, key=lambda one: one.tokens, default=None)

    def blank(self, origin: Constraint) -> Ending | None:
        """What ends a middle of blanks and line ends, where it is no more than that."""
        wanted = self._wanted and not self.only_signs
        text = self._search(origin, b"", thorough=True) if wanted else None
        return None if text is None or text.strip() else Ending(0, text, 0, self._count(text))

    def _endings(self, origin: Constraint, text: bytes, lengths: Sequence[int]) -> Iterator[Ending]:
        """Endings of all of a text, of the part known to have one in time, of other parts, of nothing."""
        halves = [lengths[len(lengths) >> shift] for shift in range(1, HALVES) if lengths]
        safe = [] if self._safe is None else [self._safe.length]
        for length in dict.fromkeys([len(text), *safe, *halves, 0]):
            if length > len(text):
                continue
            guard = origin.copy()
            guard.advance(text[:length])
            known = self._known if length == len(text) else self._safe_text(length)
            if known is not None and guard.may_end_with(known):
                closing: bytes | None = known
            else:
                closing = self._search(guard, text[:length], thorough=length == 0)
            if closing is not None and (text[:length] + closing).strip():
                yield Ending(length, closing, bisect_left(lengths, length), self._count(closing))

    def _safe_text(self, length: int) -> bytes | None:
        return self._safe.text if self._safe is not None and self._safe.length == length else None

    def _find(self, site: EndPoint) -> Ending | None:
        """A short ending from a place: none at all, the one known, or one that is searched."""
        left = self._budget - site.used
        for text in (b"", self._known):
            if text is not None and (site.has_text or text.strip()) and site.guard.may_end_with(text):
                ending = self._ending(site, text)
                if ending.added <= left:
                    return ending
        if self._searches >= SEARCHES or self._all_searches >= ALL_SEARCHES:
            return None
        self._searches += 1
        self._all_searches += 1
        found = self._search(site.guard, site.text, thorough=False)
        return None if found is None or not (site.has_text or found.strip()) else self._ending(site, found)

    def _ending(self, site: EndPoint, text: bytes) -> Ending:
        return Ending(len(site.text), text, site.used, self._count(site.rest + text))

    def _search(self, guard: Constraint, text: bytes, *, thorough: bool) -> bytes | None:
        """An ending by the language, which is searched once behind each text."""
        key = text, thorough
        if key not in self._found:
            self._found[key] = guard.closing(thorough=thorough)
        return self._found[key]
