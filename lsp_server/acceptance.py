"""Completions that were offered, so that their acceptance can be counted once each."""

from __future__ import annotations

import uuid
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lsp_server.statistics import Statistics

_REMEMBERED = 1000


@dataclass(frozen=True)
class Offer:
    """A text to insert at the cursor.

    The rest of a completion, of which the user has written a part, keeps its `id`.
    """

    text: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


@dataclass
class _Shown:
    language: str
    uri: str
    characters: int
    accepted: bool = False


class Acceptance:
    """Counts offers as shown and as accepted, each id once; knows the last thousand."""

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._shown: OrderedDict[str, _Shown] = OrderedDict()

    def show(self, uri: str, language: str, offers: Iterable[Offer]) -> None:
        """Take note of offers that go to the client."""
        for offer in offers:
            known = self._shown.get(offer.id)
            if known is not None:
                known.characters = len(offer.text)
                continue
            self._shown[offer.id] = _Shown(language, uri, len(offer.text))
            self._statistics.count_shown(language)
            if len(self._shown) > _REMEMBERED:
                self._shown.popitem(last=False)

    def accept(self, offer_id: str) -> str | None:
        """Count an acceptance; gives the document's URI, None for an id that is not known or was counted."""
        shown = self._shown.get(offer_id)
        if shown is None or shown.accepted:
            return None
        shown.accepted = True
        self._statistics.count_accepted(shown.language, shown.characters)
        return shown.uri
