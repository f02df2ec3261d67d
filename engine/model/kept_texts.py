"""Texts travel to the worker once, not with each request.

Both ends remember the texts of the requests before: those of other files, and of the last documents the text
around the cursor, of which what has changed is sent. Since messages arrive in the order in which they are
sent, they remember the same; with a worker that is started anew, both begin with nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import count
from typing import Any, TypeVar

from engine.model.cut import Cut, Patch, Sides, TextCut, patched

Message = dict[str, Any]
T = TypeVar("T")

KEPT_DOCUMENTS = 4
"""Documents whose texts are remembered; the one that was not asked about for longest is forgotten."""


class SentTexts:
    """The client's end: what the worker has."""

    def __init__(self) -> None:
        self._numbers = count()
        self._known: dict[str, int] = {}
        self._marks: OrderedDict[str, object] = OrderedDict()

    def pack(self, request: Message) -> Message:
        """A request as it travels: numbers for texts, the new ones, and what has changed at the cursor."""
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
        packed = dict(request)
        packed["other_files"] = [(path, known[text]) for path, text in request["other_files"]]
        packed["new_texts"] = new
        left, right = packed.pop("left"), packed.pop("right")
        cut: Cut = packed.pop("cut") or TextCut(left, right)
        document = request["document"]
        packed["patch"], mark = cut.since(self._marks.get(document))
        _keep(self._marks, document, mark)
        return packed


class ReceivedTexts:
    """The worker's end."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._sides: OrderedDict[str, Sides] = OrderedDict()

    def unpack(self, packed: Message) -> Message:
        """Undo `SentTexts.pack`; both sides of the cursor come in UTF-8."""
        request = dict(packed)
        texts = self._texts | dict(request.pop("new_texts"))
        self._texts = {number: texts[number] for _, number in request["other_files"]}
        request["other_files"] = [(path, texts[number]) for path, number in request["other_files"]]
        document = request["document"]
        before = self._sides.get(document, (b"", b""))
        sides, (left, right) = patched(before, Patch(*request.pop("patch")))
        _keep(self._sides, document, sides)
        return {**request, "left": left, "right": right}


def _keep(known: OrderedDict[str, T], document: str, value: T) -> None:
    known[document] = value
    known.move_to_end(document)
    if len(known) > KEPT_DOCUMENTS:
        known.popitem(last=False)
