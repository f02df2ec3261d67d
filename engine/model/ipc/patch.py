"""A `Patch` describes how a text, which is cut in two at a cursor, differs from an earlier one.

Texts are large, and a key changes little. A request may therefore refer to an object that knows its own
changes, so that only the changes are read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from quoin.engine.util.affixes import common_beginning, common_end

Sides = tuple[bytes, bytes]
"""The text before a cursor and the text after it."""


class Patch(NamedTuple):
    """The changes from an earlier text to a new one and the position of its cut, in bytes of UTF-8.

    Attributes:
        begins: The length of the beginning that has not changed.
        ends: The length of the end that has not changed.
        new: The text between the two.
        cursor: The length of the text before the cursor.
        gone: The length of the text after the cursor that is left out of the right side.
        given: The text that is appended to the left side, after the text before the cursor.
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
        """Return the changes since a mark of an earlier cut, and a mark of this cut.

        If the mark is not known, all of the text counts as new.
        """


@dataclass(frozen=True)
class TextCut:
    """Two texts without knowledge of their changes. A mark is an earlier `TextCut`, to compare with."""

    left: str | bytes
    right: str | bytes

    def since(self, mark: object) -> tuple[Patch, object]:
        """Return the changes since a mark, and a mark of this cut."""
        left, right = as_bytes(self.left), as_bytes(self.right)
        before = mark if isinstance(mark, TextCut) else TextCut(b"", b"")
        begins = _boundary(left, common_beginning(before.left, left), -1)
        ends = len(right) - _boundary(right, len(right) - common_end(before.right, right), 1)
        new = (left[begins:] + right[: len(right) - ends]).decode()
        return Patch(begins, ends, new, len(left)), TextCut(left, right)


def as_bytes(text: str | bytes) -> bytes:
    """Return a text in UTF-8; half of a surrogate pair is not valid and is replaced by a question mark."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "replace")


def patched(sides: Sides, patch: Patch) -> tuple[Sides, Sides]:
    """Apply a patch to a text.

    Args:
        sides: The text as two sides.
        patch: The changes and the new cut.

    Returns:
        The new text, cut at the cursor, and the two sides that were requested, with `gone` and `given`
        applied.
    """
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
    """Return the next offset in the direction of `step` at which no character is cut."""
    while 0 < at < len(text) and text[at] & 0xC0 == 0x80:  # noqa: PLR2004  a continuation byte
        at += step
    return at


def _pieces(sides: Sides, begin: int, end: int) -> list[memoryview]:
    """Return the pieces of a text between two offsets."""
    left, right = sides
    middle = len(left)
    found = []
    if begin < middle:
        found.append(memoryview(left)[begin : min(end, middle)])
    if end > middle:
        found.append(memoryview(right)[max(0, begin - middle) : end - middle])
    return found


def _cut(pieces: list[memoryview], at: int) -> Sides:
    """Join pieces, and return the text up to an offset and the text after it."""
    left, right = [], []
    for piece in pieces:
        if at > 0:
            left.append(piece[:at])
        if at < len(piece):
            right.append(piece[max(0, at) :])
        at -= len(piece)
    return _joined(left), _joined(right)


def _joined(pieces: list[memoryview]) -> bytes:
    """Return the joined pieces; a single piece that is a whole bytes object is not copied."""
    pieces = [piece for piece in pieces if piece]
    if len(pieces) == 1 and isinstance(pieces[0].obj, bytes) and len(pieces[0].obj) == len(pieces[0]):
        return pieces[0].obj
    return b"".join(pieces)
