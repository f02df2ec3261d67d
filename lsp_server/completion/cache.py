r"""Completions that were found, by the text around their cursor: the user may be typing along one.

An entry is what was offered between a left and a right text. It answers wherever the file with the
completion in it would be the same: at the same cursor; further on, where the user has typed or accepted
the beginning of a completion; and back again. The rest that is offered fits there because the whole
completion did. Closing brackets and quotes that an editor writes by itself behind the cursor are taken
off the rest's end. Line ends count as the same, whichever they are: editors write their own.

Texts may be large, so entries hold their lengths and digests.
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

Digest = int


_Key = tuple[object, ...]

# A document, and how many characters stand behind the cursor: these stay while the user types along.
_Place = tuple[str, int]


@dataclass
class _Entry:
    uri: str
    left: tuple[int, Digest]
    right: tuple[int, Digest]
    offers: Sequence[Offer]
    bounded: bool
    # Most characters that may have been typed of a completion; a line end may have become two.
    reach: int
    # When it was of use last, in the order of all.
    turn: int

    @property
    def place(self) -> _Place:
        return self.uri, self.right[0]


class CompletionCache:
    """Remembers the completions of the last so many cursors."""

    def __init__(self) -> None:
        self._entries: OrderedDict[_Key, _Entry] = OrderedDict()
        self._places: dict[_Place, dict[_Key, _Entry]] = {}
        self._turns = count()

    def keep(
        self, uri: str, context: Context, offers: Sequence[Offer], most: int, *, bounded: bool = False
    ) -> None:
        """Remember what was offered, and no more than `most` cursors.

        `bounded`: whether it was to stay in context.
        """
        if offers and most:
            left = context.left_length, context.left_digest(context.left_length)
            right = context.right_length, context.right_digest(0)
            reach = max(len(offer.text) + offer.text.count("\n") for offer in offers)
            key = uri, left, right, bounded
            before = self._entries.get(key)
            turn = next(self._turns) if before is None else before.turn
            entry = self._entries[key] = _Entry(uri, left, right, offers, bounded, reach, turn)
            self._places.setdefault(entry.place, {})[key] = entry
        while len(self._entries) > most:
            self._remove(next(iter(self._entries)))

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
        self, uri: str, context: Context, *, bounded: bool = False, begun: bool = False
    ) -> tuple[Offer, ...]:
        """Give what is left of the completions that the text goes along with; none if there are none.

        Who does not want to stay in context gets nothing that had to. The other way round the user goes
        along with what was shown already. `begun`: only those of which something has been typed.
        """
        near = [
            (entry.turn, key, entry)
            for closers in range(_MAX_CLOSERS + 1)
            for key, entry in self._places.get((uri, context.right_length - closers), {}).items()
            if entry.bounded <= bounded and begun <= context.left_length - entry.left[0] <= entry.reach
        ]
        for _, key, entry in sorted(near, reverse=True):
            offers = tuple(_rests(entry, context))
            if offers:
                self._entries.move_to_end(key)
                entry.turn = next(self._turns)
                return offers
        return ()


def _rests(entry: _Entry, context: Context) -> Iterator[Offer]:
    """What is left of an entry's completions in a context."""
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
    """What is left of a completion behind what was typed and before what was closed; may be nothing."""
    if "\r" in typed:
        text, typed = text.replace("\r\n", "\n"), typed.replace("\r\n", "\n")
    if not text.startswith(typed):
        return ""
    rest = text[len(typed) :]
    return rest[: len(rest) - len(closed)] if rest.endswith(closed) else ""
