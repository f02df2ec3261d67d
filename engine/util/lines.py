"""Lines of a text, and the blanks in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANKS = b" \t\f"

LINE_END = re.compile(rb"\r\n|\r|\n")


def last_line(text: bytes) -> bytes:
    """What stands behind the last line end."""
    line = text.rfind(b"\n") + 1
    # Looked for behind the one kind alone: in most texts there is none of the other.
    return text[max(line, text.rfind(b"\r", line) + 1) :]


def first_line(text: bytes) -> bytes:
    """What stands before the first line end."""
    end = text.find(b"\n")
    line = text if end < 0 else text[:end]
    other = line.find(b"\r")
    return line if other < 0 else line[:other]


def lines_below(text: bytes) -> Iterator[bytes]:
    """The lines of a text without their ends."""
    start = 0
    for match in LINE_END.finditer(text):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]
