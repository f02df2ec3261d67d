r"""`Lines` holds a file as physical lines, with a cursor in one of them.

Lines end with `\n`, `\r\n` or `\r`, and include their ends. All offsets and lengths count bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from quoin.engine.util.lines import column

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_PARTS = re.compile(rb"([ \t\f]*)([^\r\n]*)([\r\n]*)")


@dataclass(frozen=True)
class Lines:
    """The lines of a file; the cursor is in line `cursor` (from 0), between `head` and `tail`."""

    texts: tuple[bytes, ...]
    cursor: int
    head: bytes
    tail: bytes

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset at which each line begins, and the offset of the file's end."""
        return tuple(accumulate(map(len, self.texts), initial=0))

    @cached_property
    def whole(self) -> bytes:
        """The whole text of the file."""
        return b"".join(self.texts)

    def content(self, line: int) -> bool:
        """Return whether a line is not the cursor's and is not blank."""
        return line != self.cursor and not is_blank(self.texts[line])

    def above(self, line: int) -> int | None:
        """Return the nearest line with content above a line; None if there is none."""
        return next((other for other in range(line - 1, -1, -1) if self.content(other)), None)

    def below(self, line: int) -> int | None:
        """Return the nearest line with content below a line; None if there is none."""
        lines = range(line + 1, len(self.texts))
        return next((other for other in lines if self.content(other)), None)

    def openers(self, line: int) -> list[int]:
        """Return the nearest line with content above a line, and above it each line left of all between."""
        found = []
        least = None
        above = self.above(line)
        while above is not None and least != 0:
            at = column(self.texts[above])
            if least is None or at < least:
                found.append(above)
                least = at
            above = self.above(above)
        return found


def split_at_cursor(left: bytes, right: bytes) -> Lines:
    """Split a file into lines; a cursor after the last line end is in an empty last line."""
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
    """Return a line's indentation, its content, and its line end."""
    match = _PARTS.fullmatch(text)
    if match is None:
        raise AssertionError("a line with another one in it")
    return match[1], match[2], match[3]


def is_blank(text: bytes) -> bool:
    """Return whether a line contains only blanks."""
    return not text.strip(b" \t\f\r\n")
