"""Texts of other files travel to the worker once, not with each request.

Both ends remember the texts of the request before. Since messages arrive in the order in which they are
sent, they remember the same.
"""

from __future__ import annotations

from itertools import count
from typing import Any

Message = dict[str, Any]


class SentTexts:
    """The client's end: what the worker has."""

    def __init__(self) -> None:
        self._numbers = count()
        self._known: dict[str, int] = {}

    def pack(self, request: Message) -> Message:
        """A request as it travels: numbers in place of texts, and the texts that are new."""
        known: dict[str, int] = {}
        new: list[tuple[int, str]] = []
        for _, text in request["other_files"]:
            if text not in known:
                number = self._known.get(text)
                if number is None:
                    number = next(self._numbers)
                    new.append((number, text))
                known[text] = number
        self._known = known
        files = [(path, known[text]) for path, text in request["other_files"]]
        return {**request, "other_files": files, "new_texts": new}


class ReceivedTexts:
    """The worker's end."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def unpack(self, packed: Message) -> Message:
        """Undo `SentTexts.pack`."""
        request = dict(packed)
        texts = self._texts | dict(request.pop("new_texts"))
        self._texts = {number: texts[number] for _, number in request["other_files"]}
        request["other_files"] = [(path, texts[number]) for path, number in request["other_files"]]
        return request
