r"""A file as physical lines with a cursor in one of them.

Lines end at `\n`, `\r\n` and `\r`, and keep their ends. Everything counts bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_PARTS = re.compile(rb"([ \t\f]*)([^\r\n]*)([\r\n]*)")
_TAB = 8


@dataclass(frozen=True)
class Lines:
    """The lines of a file; the cursor stands in line `cursor` (from 0), between `head` and `tail`."""

    texts: tuple[bytes, ...]
    cursor: int
    head: bytes
    tail: bytes

    def around(self) -> list[int]:
        """The lines that opened the blocks around the cursor: each begins left of all below it."""
        found = []
        least = column(self.head)
        for line in range(self.cursor - 1, -1, -1):
            text = self.texts[line]
            if not is_blank(text) and column(text) < least:
                found.append(line)
                least = column(text)
        return found

    def joined(self, texts: Sequence[bytes]) -> tuple[bytes, bytes]:
        """The two contexts with other lines around the cursor's."""
        above, below = texts[: self.cursor], texts[self.cursor + 1 :]
        return b"".join(above) + self.head, self.tail + b"".join(below)

    def without_cursor(self) -> Lines:
        """The same lines with the cursor in an empty one behind them."""
        return Lines((*self.texts, b""), len(self.texts), b"", b"")


def split_at_cursor(left: bytes, right: bytes) -> Lines:
    """Cut a file into lines; a cursor behind the last line end stands in an empty last line."""
    texts = _LINE.findall(left + right)
    if not texts or texts[-1][-1:] in (b"\n", b"\r"):
        texts.append(b"")
    start = cursor = 0
    while cursor < len(texts) - 1 and start + len(texts[cursor]) <= len(left):
        start += len(texts[cursor])
        cursor += 1
    cut = len(left) - start
    return Lines(tuple(texts), cursor, texts[cursor][:cut], texts[cursor][cut:])


def parts(text: bytes) -> tuple[bytes, bytes, bytes]:
    """A line's indentation, what it holds, and its end."""
    match = _PARTS.fullmatch(text)
    if match is None:
        raise AssertionError("a line with another one in it")
    return match[1], match[2], match[3]


def is_blank(text: bytes) -> bool:
    """Whether a line holds nothing but blanks."""
    return not text.strip(b" \t\f\r\n")


def column(text: bytes) -> int:
    """The column at which a line's content begins; tabs go to multiples of 8, a form feed to 0."""
    at = 0
    for byte in parts(text)[0]:
        if byte == ord("\f"):
            at = 0
        else:
            at += 1 if byte == ord(" ") else _TAB - at % _TAB
    return at
