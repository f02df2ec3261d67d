"""What a model is shown of the other files that are open: the lines most like those around the cursor.

Files are cut into windows of lines; a window is as similar as its identifiers and those around the
cursor have in common (Jaccard's index, their intersection over their union). The choice for a document
stays as it is while the other files do and the cursor keeps to the same stretch of lines: a prompt that
begins as the last one did costs only what is new.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_FILES = 20
"""Files that are looked at; the first ones count."""

MAX_BYTES = 1 << 20
"""Bytes of all of them together that are looked at."""

WINDOW = 16
"""Lines of a window."""

STRETCH = 24
"""Lines that the cursor may keep to without a new choice."""

_AROUND = 1500
"""Bytes on either side of the cursor whose identifiers count."""

_KEPT_DOCUMENTS = 8
_IDENTIFIER = re.compile(rb"[^\W\d]\w{2,}")


@dataclass(frozen=True)
class Excerpt:
    """Lines of another file: its path, and the text, which ends with a line end."""

    path: str
    text: bytes


@dataclass(frozen=True)
class _Window:
    file: int
    number: int
    text: bytes
    score: float


class OtherFiles:
    """Chooses what is shown of other files.

    Args:
        cost: tokens that a text takes.
        heading: tokens that a file's name and its separators take.
    """

    def __init__(self, cost: Callable[[bytes], int], heading: Callable[[str], int]) -> None:
        self._cost = cost
        self._heading = heading
        self._chosen: OrderedDict[str, tuple[object, list[Excerpt]]] = OrderedDict()

    def choose(
        self, document: str, files: Sequence[tuple[str, str]], left: bytes, right: bytes, room: int
    ) -> list[Excerpt]:
        """Choose excerpts of at most `room` tokens, names included; the most similar file comes last.

        Args:
            document: where the cursor is; a choice is kept for each.
            files: paths and texts.
            left: the text before the cursor.
            right: the text behind it.
            room: tokens.
        """
        occasion = (tuple(files), left.count(b"\n") // STRETCH, room)
        before = self._chosen.pop(document, None)
        chosen = before[1] if before and before[0] == occasion else self._best(files, left, right, room)
        self._chosen[document] = (occasion, chosen)
        if len(self._chosen) > _KEPT_DOCUMENTS:
            self._chosen.popitem(last=False)
        return chosen

    def _best(self, files: Sequence[tuple[str, str]], left: bytes, right: bytes, room: int) -> list[Excerpt]:
        wanted = identifiers(left[-_AROUND:] + b"\n" + right[:_AROUND])
        ranked = sorted(_windows(files, wanted), key=lambda window: -window.score)
        taken: dict[int, list[_Window]] = {}
        for window in ranked:
            cost = self._cost(window.text)
            if window.file not in taken:
                cost += self._heading(files[window.file][0])
            if cost <= room:
                room -= cost
                taken.setdefault(window.file, []).append(window)
        return [_joined(files[file][0], windows) for file, windows in reversed(taken.items())]


@lru_cache(maxsize=4096)
def identifiers(text: bytes) -> frozenset[bytes]:
    """The identifiers of a text in ASCII, but for those of one or two letters."""
    return frozenset(_IDENTIFIER.findall(text))


def similarity(first: frozenset[bytes], second: frozenset[bytes]) -> float:
    """Jaccard's index, 0 to 1; 0 for empty sets."""
    common = len(first & second)
    return common / (len(first) + len(second) - common) if common else 0.0


def _windows(files: Sequence[tuple[str, str]], wanted: frozenset[bytes]) -> list[_Window]:
    """The windows that have anything to do with what is wanted."""
    left = MAX_BYTES
    found = []
    for file, (_, text) in enumerate(files[:MAX_FILES]):
        data = text.encode("utf-8", "replace")[:left]
        left -= len(data)
        lines = data.splitlines(keepends=True)
        for number in range(0, len(lines), WINDOW):
            window = b"".join(lines[number : number + WINDOW])
            score = similarity(identifiers(window), wanted)
            if score > 0:
                found.append(_Window(file, number, window, score))
    return found


def _joined(path: str, windows: list[_Window]) -> Excerpt:
    """Windows of one file in their order."""
    text = b"".join(window.text for window in sorted(windows, key=lambda window: window.number))
    return Excerpt(path, text if text.endswith(b"\n") else text + b"\n")
