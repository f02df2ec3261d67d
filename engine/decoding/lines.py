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
    return text[max(text.rfind(b"\n"), text.rfind(b"\r")) + 1 :]


def first_line(text: bytes) -> bytes:
    """What stands before the first line end."""
    end = LINE_END.search(text)
    return text if end is None else text[: end.start()]


def lines_below(text: bytes) -> Iterator[bytes]:
    """The lines of a text without their ends."""
    start = 0
    for match in LINE_END.finditer(text):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]
