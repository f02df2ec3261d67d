"""Completions that were offered, so that their acceptance can be counted once each."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.lsp_server.documents.text_buffer import Point
    from quoin.lsp_server.offer import Offer
    from quoin.lsp_server.usage.statistics import Part, Statistics

_REMEMBERED = 1000


@dataclass(frozen=True)
class Shown:
    """An offer as the client has it: what its acceptance writes from `start` on."""

    uri: str
    language: str
    start: Point
    given: str
    offer: Offer

    @property
    def text(self) -> str:
        """All that is written."""
        return self.given + self.offer.text


class Acceptance:
    """Counts offers as shown and as accepted, each id once, and parts of them; knows the last thousand."""

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._shown: OrderedDict[str, Shown] = OrderedDict()
        self._accepted: set[str] = set()
        # Characters of an offer that were accepted in part since it was shown last.
        self._taken: dict[str, int] = {}

    def show(self, shown: Shown) -> None:
        """Take note of an offer that goes to the client; the latest place of an id counts."""
        if shown.offer.id not in self._shown:
            self._statistics.count_shown(shown.language)
        self._shown[shown.offer.id] = shown
        self._taken.pop(shown.offer.id, None)
        if len(self._shown) > _REMEMBERED:
            oldest, _ = self._shown.popitem(last=False)
            self._accepted.discard(oldest)
            self._taken.pop(oldest, None)

    def accept(self, offer_id: str) -> Shown | None:
        """Count an acceptance, each id once; gives what was accepted, None if it is not known."""
        shown = self._shown.get(offer_id)
        if shown is not None and offer_id not in self._accepted:
            self._accepted.add(offer_id)
            taken = self._taken.pop(offer_id, 0)
            self._statistics.count_accepted(shown.language, max(0, len(shown.offer.text) - taken))
        return shown

    def accept_part(self, offer_id: str, part: Part, characters: int) -> None:
        """Count the acceptance of a word or a line of so many characters; what is not known is left out."""
        shown = self._shown.get(offer_id)
        if shown is not None:
            characters = min(characters, len(shown.offer.text))
            self._taken[offer_id] = self._taken.get(offer_id, 0) + characters
            self._statistics.count_part(shown.language, part, characters)
