"""Texts travel to the worker once, not with each request.

Both ends remember the texts of the request before: those of other files, and the two sides of the cursor, of
which what has changed is sent. Since messages arrive in the order in which they are sent, they remember the
same.
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
        self._left = self._right = ""

    def pack(self, request: Message) -> Message:
        """A request as it travels: numbers for texts, the texts that are new, the sides' changes."""
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
        left, right = request["left"], request["right"]
        begins, ends = common_beginning(self._left, left), common_end(self._right, right)
        self._left, self._right = left, right
        sides = {"left": (begins, left[begins:]), "right": (ends, right[: len(right) - ends])}
        return {**request, **sides, "other_files": files, "new_texts": new}


class ReceivedTexts:
    """The worker's end."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._left = self._right = ""

    def unpack(self, packed: Message) -> Message:
        """Undo `SentTexts.pack`."""
        request = dict(packed)
        texts = self._texts | dict(request.pop("new_texts"))
        self._texts = {number: texts[number] for _, number in request["other_files"]}
        request["other_files"] = [(path, texts[number]) for path, number in request["other_files"]]
        begins, behind = request["left"]
        ends, before = request["right"]
        self._left = self._left[:begins] + behind
        self._right = before + self._right[len(self._right) - ends :]
        return {**request, "left": self._left, "right": self._right}


def common_beginning(one: str, other: str) -> int:
    """How many characters two texts begin with alike, by halves, each compared as a whole."""
    known, most = 0, min(len(one), len(other))
    step = most
    while known < most:
        end = min(most, known + max(1, step))
        if one[known:end] == other[known:end]:
            known = end
        elif step <= 1:
            break
        else:
            step //= 2
    return known


def common_end(one: str, other: str) -> int:
    """How many characters two texts end with alike."""
    known, most = 0, min(len(one), len(other))
    step = most
    while known < most:
        end = min(most, known + max(1, step))
        if one[len(one) - end : len(one) - known] == other[len(other) - end : len(other) - known]:
            known = end
        elif step <= 1:
            break
        else:
            step //= 2
    return known
