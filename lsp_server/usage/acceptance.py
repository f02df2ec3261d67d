"""Remembers offered completions, so that the acceptance of each is counted once."""

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
    """An offer as the client shows it; its acceptance writes `text` at `start`."""

    uri: str
    language: str
    start: Point
    given: str
    offer: Offer

    @property
    def text(self) -> str:
        """The whole text that an acceptance writes."""
        return self.given + self.offer.text


class Acceptance:
    """Counts offers as shown and as accepted, each id once, and accepted parts of them.

    The last `_REMEMBERED` offers are known.
    """

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._shown: OrderedDict[str, Shown] = OrderedDict()
        self._accepted: set[str] = set()
        # The number of characters of an offer that were accepted in parts since it was last shown.
        self._taken: dict[str, int] = {}

    def show(self, shown: Shown, seconds: float | None = None) -> None:
        """Record an offer that is sent to the client, so many seconds after the request.

        The latest place of an id counts, and its first time.
        """
        if shown.offer.id not in self._shown:
            self._statistics.count_shown(shown.language, seconds)
        self._shown[shown.offer.id] = shown
        self._taken.pop(shown.offer.id, None)
        if len(self._shown) > _REMEMBERED:
            oldest, _ = self._shown.popitem(last=False)
            self._accepted.discard(oldest)
            self._taken.pop(oldest, None)

    def accept(self, offer_id: str) -> Shown | None:
        """Count an acceptance, each id once; return the accepted offer, None if it is not known."""
        shown = self._shown.get(offer_id)
        if shown is not None and offer_id not in self._accepted:
            self._accepted.add(offer_id)
            taken = self._taken.pop(offer_id, 0)
            self._statistics.count_accepted(shown.language, max(0, len(shown.offer.text) - taken))
        return shown

    def accept_part(self, offer_id: str, part: Part, characters: int) -> tuple[Shown, int] | None:
        """Count the acceptance of a word or a line of an offer; an unknown offer is not counted.

        Returns:
            The offer, and the number of its characters that were accepted since it was last shown; None if it
            is not known.
        """
        shown = self._shown.get(offer_id)
        if shown is None:
            return None
        characters = min(characters, len(shown.offer.text))
        taken = self._taken[offer_id] = self._taken.get(offer_id, 0) + characters
        self._statistics.count_part(shown.language, part, characters)
        return shown, taken
