"""These functions find the lines of a text, and the columns in them."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANKS = b" \t\f"
"""The characters that count as blanks at a line's beginning."""

TAB = 8
"""The distance of two tab stops, in columns."""

LINE_END = re.compile(rb"\r\n|\r|\n")
"""The expression of a line end."""

COMMENT = re.compile(rb"\s*(?://|/\*|\*|#)")
"""The expression of what begins a line that is a comment."""

AROUND = 10_000
"""The number of bytes before and after the cursor whose lines show where lines begin."""


def last_line(text: bytes) -> bytes:
    """Return the text after the last line end."""
    line = text.rfind(b"\n") + 1
    # Carriage returns are searched only after the last line feed, since most texts have none.
    return text[max(line, text.rfind(b"\r", line) + 1) :]


def first_line(text: bytes) -> bytes:
    """Return the text before the first line end."""
    end = text.find(b"\n")
    line = text if end < 0 else text[:end]
    other = line.find(b"\r")
    return line if other < 0 else line[:other]


def lines_below(text: bytes) -> Iterator[bytes]:
    """Yield the lines of a text without their line ends."""
    return (text[start:end] for start, end in line_spans(text))


def line_below(text: bytes) -> bytes:
    """Return the first line behind the first that is not blank; empty if there is none."""
    return next((one for one in islice(lines_below(text), 1, None) if one.strip()), b"")


def line_above(text: bytes) -> bytes:
    """Return the nearest line above the last one that is not blank, without blanks at its end."""
    return last_line(text[: line_start(text)].rstrip())


def line_spans(text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where each line of a text begins and ends, without its line end."""
    start = 0
    for match in LINE_END.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def column(text: bytes) -> int:
    """Return the column at which a line's content begins.

    A tab advances to the next multiple of `TAB`, and a form feed resets the column to 0.
    """
    at = 0
    for byte in text[: len(text) - len(text.lstrip(BLANKS))]:
        at = next_column(at, byte)
    return at


def next_column(at: int, blank: int) -> int:
    """Return the column after a blank at column `at`."""
    if blank == ord("\t"):
        return at + TAB - at % TAB
    return 0 if blank == ord("\f") else at + 1


def line_start(text: bytes, end: int | None = None) -> int:
    """Return the offset at which the last line of `text[:end]` begins; `end` is the text's end by default."""
    end = len(text) if end is None else end
    return max(text.rfind(b"\n", 0, end), text.rfind(b"\r", 0, end)) + 1


def is_between_columns(left: bytes, right: bytes) -> bool:
    """Return whether blanks before the cursor begin its line, and no line around begins at its column.

    There has to be a line that begins further right; then the indentation is probably unfinished.
    """
    line = last_line(left)
    if not line or line.strip(BLANKS):
        return False
    before, after = lines_below(left[-AROUND:]), lines_below(right[:AROUND])
    texts = [one for one in [*before][1:-1] + [*after][1:] if one.strip(BLANKS)]
    columns = {column(blanks) for blanks in {one[: len(one) - len(one.lstrip(BLANKS))] for one in texts}}
    return column(line) not in columns and any(other > column(line) for other in columns)
