"""A request is sent to the worker without what it has in common with earlier requests.

Both ends store the texts of other files, the text around the cursor of the most recent documents, and the
other fields of the previous request. Only changes are sent. Messages are received in the order in which they
were sent, so both ends store equal states. Both start empty with a new worker.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import count
from typing import Any, TypeVar

from quoin.engine.model.ipc.patch import Patch, Sides, SplitText, TextCut, patched

Message = dict[str, Any]
T = TypeVar("T")

KEPT_DOCUMENTS = 4
"""The number of documents whose texts are stored. The least recently used document is dropped."""


class SentTexts:
    """The client's end: the state that the worker has."""

    def __init__(self) -> None:
        self._numbers = count()
        self._known: dict[str, int] = {}
        self._marks: OrderedDict[str, object] = OrderedDict()
        self._said: Message = {}

    def pack(self, request: Message) -> Message:
        """Return a request in compact form.

        It contains numbers in place of the texts of other files, the new ones of these texts, the patch of
        the text around the cursor, and the other fields that have changed.
        """
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
        said = dict(request)
        said["other_files"] = [(path, known[text]) for path, text in request["other_files"]]
        left, right = said.pop("left"), said.pop("right")
        cut: SplitText = said.pop("cut") or TextCut(left, right)
        document = request["document"]
        patch, mark = cut.since(self._marks.get(document))
        _keep(self._marks, document, mark)
        before, self._said = self._said, said
        packed = {name: value for name, value in said.items() if name not in before or value != before[name]}
        return {**packed, "new_texts": new, "patch": patch}


class ReceivedTexts:
    """The worker's end: the state for unpacking requests."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._sides: OrderedDict[str, Sides] = OrderedDict()
        self._said: Message = {}

    def unpack(self, packed: Message) -> Message:
        """Undo `SentTexts.pack`; both sides of the cursor are returned in UTF-8."""
        said = {**self._said, **packed}
        texts, patch = self._texts | dict(said.pop("new_texts")), Patch(*said.pop("patch"))
        self._said = said
        self._texts = {number: texts[number] for _, number in said["other_files"]}
        files = [(path, texts[number]) for path, number in said["other_files"]]
        document = said["document"]
        sides, (left, right) = patched(self._sides.get(document, (b"", b"")), patch)
        _keep(self._sides, document, sides)
        return {**said, "other_files": files, "left": left, "right": right}


def _keep(known: OrderedDict[str, T], document: str, value: T) -> None:
    known[document] = value
    known.move_to_end(document)
    if len(known) > KEPT_DOCUMENTS:
        known.popitem(last=False)
