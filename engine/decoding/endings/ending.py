"""`EndingBudget` reserves the end of a budget for what the language needs to end the middle.

If the model does not end a middle, the language ends it as shortly as possible, and the ending takes tokens
too. The paper (section VII-B) cuts back to the best place where the middle may end, but there may be none.
Near the end of the budget, only tokens are therefore accepted after which a short ending is within reach;
if there is no place to cut back to, that ending is used.

The search for an ending takes milliseconds, so that few searches are made: none before the last part of the
budget, and then one whenever half of the tokens not reserved for the ending are used. Near the end every
token is checked, but the last known ending is usually still possible, for example within an expression, and
testing it takes microseconds.
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
"""The first ending is searched when `LAST_TOKENS` tokens of the budget are left.

If the budget divided by `LAST_SHARE` is more, that many tokens are left. With a short budget, endings are
searched from the beginning.
"""

GROWTH = 4
"""The number of tokens by which one token may lengthen the ending, between two searches."""

SEARCHES = 4
"""The largest number of searches at one place, for the model's best tokens."""

ALL_SEARCHES = 24
"""The largest number of searches for one completion."""

QUESTIONS = 100
"""The largest number of tokens that are checked at one place."""

HALVES = 4
"""One more than the number of times that a text is halved to find an ending for a beginning of it."""


@dataclass(frozen=True)
class EndPoint:
    """A place in a middle at which an ending is searched.

    Attributes:
        guard: The filter at the place.
        used: The number of tokens of the budget that are used.
        text: The middle up to the place.
        has_text: Whether the middle has anything but blanks and line ends.
        rest: The bytes before the cursor that are yet to be repeated.
    """

    guard: Constraint
    used: int
    text: bytes
    has_text: bool
    rest: bytes


@dataclass(frozen=True)
class Ending:
    """An ending of a middle by the language.

    Attributes:
        length: The number of bytes of the middle that are kept.
        text: The text that follows them.
        used: The number of tokens of the part that is kept.
        added: The number of tokens of the text that follows it.
    """

    length: int
    text: bytes
    used: int
    added: int

    @property
    def tokens(self) -> int:
        """The number of tokens of the part that is kept and the text that follows it."""
        return self.used + self.added


class EndingBudget:
    """The budget of one completion, with a reserve for its ending.

    Args:
        budget: The largest number of tokens of the completion.
        count: Returns the number of tokens of a text.
        wanted: Whether the language ends a middle that the model does not end.
        only_signs: Whether only closing signs may be added, which the module `signs` does.
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
        # The endings by middle, shared by the copies, since they reach equal middles.
        self._found: dict[tuple[bytes, bool], bytes | None] = {}

    def copy(self) -> EndingBudget:
        """Return the budget for a copy of the completion; the two share the endings that were found."""
        return copy(self)

    def is_due(self, used: int) -> bool:
        """Return whether an ending is to be searched after `used` tokens."""
        return self._wanted and used >= self._due

    def is_spent(self, used: int) -> bool:
        """Return whether after `used` tokens nothing is left of the budget except for the ending."""
        at, slack = self._slack
        return used >= self._budget or (at == used and slack is not None and slack <= 0)

    def look(self, site: EndPoint) -> None:
        """Search an ending from a place, and decide when to search the next one."""
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
        """Return whether an ending is within reach of the place after one more token.

        If no ending was found before that token, the token is refused only if its ending is too long.
        """
        self._questions += 1
        ending = self._find(site) if self._questions <= QUESTIONS else None
        return self._slack[1] is None if ending is None else ending.tokens <= self._budget

    def close(self, origin: Constraint, text: bytes, lengths: Sequence[int]) -> Ending | None:
        """Return an ending of a text, or of a beginning of it, that is within the budget.

        Args:
            origin: The filter before the text.
            text: The middle.
            lengths: The length of the middle before each of its tokens, in bytes.

        Returns:
            The ending; the shortest one if none is within the budget; None if none is found or wanted.
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
        """Return an ending of the empty middle if it consists of blanks and line ends only; else None."""
        wanted = self._wanted and not self.only_signs
        text = self._search(origin, b"", thorough=True) if wanted else None
        return None if text is None or text.strip() else Ending(0, text, 0, self._count(text))

    def _endings(self, origin: Constraint, text: bytes, lengths: Sequence[int]) -> Iterator[Ending]:
        """Yield endings of the useful part, of the text, of other beginnings, and of the empty text."""
        halves = [lengths[len(lengths) >> shift] for shift in range(1, HALVES) if lengths]
        safe = [] if self._safe is None else [self._safe.length]
        useful = origin.useful(text)
        for length in dict.fromkeys([useful, len(text), *safe, *halves, 0]):
            if length is None or length > len(text):
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
        """Return a short ending from a place: the empty one, the last known one, or a searched one."""
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
        """Return an ending by the language, which is searched only once for each text."""
        key = text, thorough
        if key not in self._found:
            self._found[key] = guard.closing(thorough=thorough)
        return self._found[key]
