"""A prompt contains excerpts of other open files: the lines most similar to those around the cursor.

Files are cut into windows of lines. The similarity of a window is Jaccard's index of its identifiers and
those around the cursor: the size of their intersection over the size of their union. The choice for a
document is kept until another file changes or the cursor leaves a stretch of lines, because a prompt with the
beginning of the last prompt costs only its new tokens.
"""

from __future__ import annotations

import re
from array import array
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

MAX_FILES = 20
"""The maximum number of files that are searched. The first ones are taken."""

MAX_BYTES = 1 << 20
"""The maximum number of bytes that are searched in all files together."""

WINDOW = 16
"""The number of lines of a window."""

STRETCH = 24
"""The number of lines of a stretch, inside which a moving cursor keeps the choice."""

_AROUND = 1500
"""The number of bytes on either side of the cursor whose identifiers are compared."""

_KEPT_DOCUMENTS = 8
_KEPT_WINDOWS = 2048
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
    """A chooser of the excerpts of other files.

    Args:
        cost: A function that returns the number of tokens of a text.
        heading: A function that returns the number of tokens of a file's name and its separators.
    """

    def __init__(self, cost: Callable[[bytes], int], heading: Callable[[str], int]) -> None:
        self._cost = cost
        self._heading = heading
        self._chosen: OrderedDict[str, tuple[object, list[Excerpt]]] = OrderedDict()

    def choose(
        self, document: str, files: Sequence[tuple[str, str]], left: bytes, right: bytes, room: int
    ) -> list[Excerpt]:
        """Choose excerpts of at most `room` tokens, names included; the most similar file is the last.

        Args:
            document: The document with the cursor. A choice is kept for each document.
            files: The paths and texts of the other files.
            left: The text before the cursor.
            right: The text after the cursor.
            room: The maximum number of tokens.
        """
        occasion = (tuple(files), left.count(b"\n") // STRETCH, room)
        before = self._chosen.pop(document, None)
        chosen = before[1] if before and before[0] == occasion else self._best(files, left, right, room)
        self._chosen[document] = (occasion, chosen)
        if len(self._chosen) > _KEPT_DOCUMENTS:
            self._chosen.popitem(last=False)
        return chosen

    def _best(self, files: Sequence[tuple[str, str]], left: bytes, right: bytes, room: int) -> list[Excerpt]:
        wanted = frozenset(identifiers(left[-_AROUND:] + b"\n" + right[:_AROUND]))
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


def identifiers(text: bytes) -> array[int]:
    """Return the hashes of a text's different ASCII identifiers that have at least three characters.

    An array of hashes takes a tenth of the memory of a set of texts.
    """
    return array("q", map(hash, set(_IDENTIFIER.findall(text))))


_of_window = lru_cache(maxsize=_KEPT_WINDOWS)(identifiers)


def similarity(first: Collection[int], second: Collection[int]) -> float:
    """Return Jaccard's index of two collections without repetitions, from 0 to 1; it is 0 for empty ones."""
    common = len(frozenset(second).intersection(first))
    return common / (len(first) + len(second) - common) if common else 0.0


def _windows(files: Sequence[tuple[str, str]], wanted: frozenset[int]) -> list[_Window]:
    """Return the windows with at least one of the wanted identifiers."""
    left = MAX_BYTES
    found = []
    for file, (_, text) in enumerate(files[:MAX_FILES]):
        data = text.encode("utf-8", "replace")[:left]
        left -= len(data)
        lines = data.splitlines(keepends=True)
        for number in range(0, len(lines), WINDOW):
            window = b"".join(lines[number : number + WINDOW])
            score = similarity(_of_window(window), wanted)
            if score > 0:
                found.append(_Window(file, number, window, score))
    return found


def _joined(path: str, windows: list[_Window]) -> Excerpt:
    """Return an excerpt of the windows of one file in the order of the file."""
    text = b"".join(window.text for window in sorted(windows, key=lambda window: window.number))
    return Excerpt(path, text if text.endswith(b"\n") else text + b"\n")
