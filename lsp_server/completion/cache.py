r"""A cache of completions, keyed by the contexts of their cursor, for a user who types along one.

An entry holds the completions that were offered between a left and a right context. It answers wherever the
file with the completion inserted would be identical: at the entry's cursor, and later, where the user has
typed or accepted the beginning of a completion, or has deleted a part of it again. The rest that is offered
fits there because the whole completion fitted. One that the user has dismissed stays dismissed there, and
where the user deletes what stands before it and the model says all of it again.

Closing brackets and quotes that an editor writes by itself after the cursor are removed from the rest's end.
All kinds of line ends count as equal, since editors write their own.

Contexts may be large, so entries hold their lengths and digests.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from quoin.lsp_server.completion.closers import CLOSERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.lsp_server.documents.cursor import Context
    from quoin.lsp_server.offer import Offer

_MAX_CLOSERS = 3
_CLOSING_LINES = " \t\r\n)]}"
# How many characters may be deleted behind what was dismissed until it may come again.
_MAX_DELETED = 200

Digest = int


_Key = tuple[object, ...]

# A document's URI and the number of characters after the cursor; both stay while the user types along.
_Place = tuple[str, int]


@dataclass
class _Entry:
    uri: str
    left: tuple[int, Digest]
    right: tuple[int, Digest]
    offers: Sequence[Offer]
    bounded: bool
    unasked: bool
    # The maximal number of characters typed along a completion; a line end may have been typed as two.
    reach: int
    # The entry's last use, as a number that grows with each use of any entry.
    turn: int
    # The end of the left context.
    before: str
    dismissed: bool = False

    @property
    def place(self) -> _Place:
        return self.uri, self.right[0]


class CompletionCache:
    """Remembers the completions of a limited number of cursors, dropping the least recently used."""

    def __init__(self) -> None:
        self._entries: OrderedDict[_Key, _Entry] = OrderedDict()
        self._places: dict[_Place, dict[_Key, _Entry]] = {}
        self._turns = count()

    def keep(
        self,
        uri: str,
        context: Context,
        offers: Sequence[Offer],
        most: int,
        *,
        bounded: bool = False,
        unasked: bool = False,
    ) -> None:
        """Remember the offers at a cursor, keeping at most `most` cursors.

        `bounded` says whether the offers were required to stay in context, `unasked` whether they are for a
        user who has not asked.
        """
        if offers and most:
            left = context.left_length, context.left_digest(context.left_length)
            right = context.right_length, context.right_digest(0)
            reach = max(len(offer.text) + offer.text.count("\n") for offer in offers)
            key = uri, left, right, bounded, unasked
            known = self._entries.get(key)
            turn = next(self._turns) if known is None else known.turn
            is_dismissed = known is not None and known.dismissed
            before = context.left_from(max(0, context.left_length - _MAX_DELETED))
            entry = self._entries[key] = _Entry(
                uri, left, right, offers, bounded, unasked, reach, turn, before, dismissed=is_dismissed
            )
            near = self._places.setdefault(entry.place, {})
            entry.dismissed |= unasked and any(_comes_again(entry, other) for other in near.values())
            near[key] = entry
        while len(self._entries) > most:
            self._remove(next(iter(self._entries)))

    def dismiss(self, offer_id: str) -> None:
        """Note that the user does not want an offer, nor those beside it; one that is not kept is ignored."""
        for entry in self._entries.values():
            entry.dismissed |= any(offer.id == offer_id for offer in entry.offers)

    def is_dismissed(self, uri: str, context: Context, *, bounded: bool) -> bool:
        """Return whether what a user who has not asked would get from memory was dismissed."""
        found = next(self._agreeing(uri, context, bounded=bounded, unasked=True, begun=False), None)
        return found is not None and found[1].dismissed

    def drop(self, uri: str) -> None:
        """Forget a document."""
        for key in [key for key, entry in self._entries.items() if entry.uri == uri]:
            self._remove(key)

    def _remove(self, key: _Key) -> None:
        place = self._entries.pop(key).place
        del self._places[place][key]
        if not self._places[place]:
            del self._places[place]

    def recall(
        self,
        uri: str,
        context: Context,
        *,
        bounded: bool = False,
        unasked: bool = False,
        begun: bool = False,
    ) -> tuple[Offer, ...]:
        """Return the rests of the completions that agree with the text typed since; empty if none do.

        A request that is not bounded gets no bounded completions. A bounded request may get unbounded ones,
        since the user is typing along what was already shown. A user who asks gets no completions for one who
        has not, which may be shorter; one who has not gets those of one who has only while typing along.
        `begun` limits the answer to completions of which at least one character has been typed. What was
        dismissed is no answer for one who has not asked.
        """
        for key, entry, offers in self._agreeing(uri, context, bounded=bounded, unasked=unasked, begun=begun):
            if unasked and entry.dismissed:
                return ()
            self._entries.move_to_end(key)
            entry.turn = next(self._turns)
            return offers
        return ()

    def _agreeing(
        self, uri: str, context: Context, *, bounded: bool, unasked: bool, begun: bool
    ) -> Iterator[tuple[_Key, _Entry, tuple[Offer, ...]]]:
        """Yield the entries that agree with a context, last used first, with the rests of their offers."""
        near = [
            (entry.turn, key, entry)
            for closers in range(_MAX_CLOSERS + 1)
            for key, entry in self._places.get((uri, context.right_length - closers), {}).items()
            if entry.bounded <= bounded
            and entry.unasked <= unasked
            and max(begun, unasked - entry.unasked) <= context.left_length - entry.left[0] <= entry.reach
        ]
        for _, key, entry in sorted(near, reverse=True):
            offers = tuple(_rests(entry, context))
            if offers:
                yield key, entry, offers


def _comes_again(entry: _Entry, other: _Entry) -> bool:
    """Return whether an entry offers what was dismissed at another one, with what was deleted before it."""
    deleted = other.left[0] - entry.left[0]
    if not (other.dismissed and 0 < deleted <= len(other.before) and entry.right == other.right):
        return False
    kept = other.before[:-deleted]
    again = [other.before[-deleted:] + offer.text for offer in other.offers]
    first = entry.offers[0].text
    return entry.before.endswith(kept) and any(
        first.startswith(text) or text.startswith(first) for text in again
    )


def _rests(entry: _Entry, context: Context) -> Iterator[Offer]:
    """Yield the rests of an entry's completions in a context."""
    (length, left), (right_length, right) = entry.left, entry.right
    closers = context.right_length - right_length
    closed = context.right_to(closers)
    if len(closed) < closers or not CLOSERS.issuperset(closed):
        return
    typed = context.left_from(length)
    rests = [(offer, _rest(offer.text, typed, closed)) for offer in entry.offers]
    if any(rest for _, rest in rests) and (context.left_digest(length), context.right_digest(closers)) == (
        left,
        right,
    ):
        yield from (replace(offer, text=rest) for offer, rest in rests if rest)


def _rest(text: str, typed: str, closed: str) -> str:
    """Return a completion's rest after the typed text and before the closers; may be empty."""
    if "\r" in typed:
        text, typed = text.replace("\r\n", "\n"), typed.replace("\r\n", "\n")
    if not text.startswith(typed):
        return ""
    rest = text[len(typed) :]
    if typed and not rest.strip(_CLOSING_LINES) and "\n" in rest:
        # The brackets on further lines that close what was shown are no reason to show something.
        return ""
    rest = rest[: len(rest) - len(closed)] if rest.endswith(closed) else ""
    # Blanks alone are nothing that a user could see.
    return rest if rest.strip() else ""
