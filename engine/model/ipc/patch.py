"""A text that is cut in two at a cursor, and what has changed in it.

Texts are large, and a key changes little. So a request may be made of something that knows its own changes,
and of which only those are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from quoin.engine.util.affixes import common_beginning, common_end

Sides = tuple[bytes, bytes]
"""The text before a cursor and the text behind it."""


class Patch(NamedTuple):
    """A text beside one of before, and the place at which it is cut; lengths are in bytes of UTF-8.

    Attributes:
        begins: length of the beginning that is as it was.
        ends: length of the end that is as it was.
        new: the text between the two.
        cursor: length of the text before the cursor.
        gone: length of what stands behind the cursor but is left out of the right side.
        given: what the left side ends with behind the text before the cursor.
    """

    begins: int
    ends: int
    new: str
    cursor: int
    gone: int = 0
    given: str = ""


class SplitText(Protocol):
    """A text that is cut at a cursor."""

    def since(self, mark: object) -> tuple[Patch, object]:
        """What has changed since there was such a mark, which came of another cut, and a mark for the next.

        Where the mark is not known, all of the text is new.
        """


@dataclass(frozen=True)
class TextCut:
    """Two texts as they are; its marks are texts too, to compare with."""

    left: str | bytes
    right: str | bytes

    def since(self, mark: object) -> tuple[Patch, object]:
        """What has changed since a mark."""
        left, right = as_bytes(self.left), as_bytes(self.right)
        before = mark if isinstance(mark, TextCut) else TextCut(b"", b"")
        begins = _boundary(left, common_beginning(before.left, left), -1)
        ends = len(right) - _boundary(right, len(right) - common_end(before.right, right), 1)
        new = (left[begins:] + right[: len(right) - ends]).decode()
        return Patch(begins, ends, new, len(left)), TextCut(left, right)


def as_bytes(text: str | bytes) -> bytes:
    """A text in UTF-8; half of a surrogate pair is no text, and becomes a question mark."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "replace")


def patched(sides: Sides, patch: Patch) -> tuple[Sides, Sides]:
    """Change a text, given as two sides: gives it cut at the cursor, and the sides as they are asked for."""
    size = len(sides[0]) + len(sides[1])
    pieces = [
        *_pieces(sides, 0, patch.begins),
        memoryview(patch.new.encode()),
        *_pieces(sides, size - patch.ends, size),
    ]
    left, right = _cut(pieces, patch.cursor)
    asked = (left + patch.given.encode() if patch.given else left, right[patch.gone :])
    return (left, right), asked


def _boundary(text: bytes, at: int, step: int) -> int:
    """The next place, that way, at which no character is cut."""
    while 0 < at < len(text) and text[at] & 0xC0 == 0x80:  # noqa: PLR2004  a byte that goes on
        at += step
    return at


def _pieces(sides: Sides, begin: int, end: int) -> list[memoryview]:
    """What stands between two offsets of a text."""
    left, right = sides
    middle = len(left)
    found = []
    if begin < middle:
        found.append(memoryview(left)[begin : min(end, middle)])
    if end > middle:
        found.append(memoryview(right)[max(0, begin - middle) : end - middle])
    return found


def _cut(pieces: list[memoryview], at: int) -> Sides:
    """Put pieces together, as the text up to an offset and the text behind it."""
    left, right = [], []
    for piece in pieces:
        if at > 0:
            left.append(piece[:at])
        if at < len(piece):
            right.append(piece[max(0, at) :])
        at -= len(piece)
    return _joined(left), _joined(right)


def _joined(pieces: list[memoryview]) -> bytes:
    """Pieces as one; bytes that are one of them as a whole are not copied."""
    pieces = [piece for piece in pieces if piece]
    if len(pieces) == 1 and isinstance(pieces[0].obj, bytes) and len(pieces[0].obj) == len(pieces[0]):
        return pieces[0].obj
    return b"".join(pieces)
