r"""A file as physical lines with a cursor in one of them.

Lines end at `\n`, `\r\n` and `\r`, and keep their ends. Everything counts bytes.
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
    """The lines of a file; the cursor stands in line `cursor` (from 0), between `head` and `tail`."""

    texts: tuple[bytes, ...]
    cursor: int
    head: bytes
    tail: bytes

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins, and at last where the file ends."""
        return tuple(accumulate(map(len, self.texts), initial=0))

    @cached_property
    def whole(self) -> bytes:
        """All lines, one behind the other."""
        return b"".join(self.texts)

    def content(self, line: int) -> bool:
        """Whether a line that is not the cursor's holds more than blanks."""
        return line != self.cursor and not is_blank(self.texts[line])

    def above(self, line: int) -> int | None:
        """The next line with content above one."""
        return next((other for other in range(line - 1, -1, -1) if self.content(other)), None)

    def below(self, line: int) -> int | None:
        """The next line with content below one."""
        lines = range(line + 1, len(self.texts))
        return next((other for other in lines if self.content(other)), None)

    def openers(self, line: int) -> list[int]:
        """The line with content above a line, and those above it that each begin left of all below it."""
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
