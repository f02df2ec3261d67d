r"""Columns in the three position encodings of LSP 3.17, in lines as the protocol splits them.

A line is a string that may include its line end. Only `\n`, `\r\n` and `\r` end a line. Form
feed, U+0085, U+2028 and similar characters are ordinary ones here, although
`str.splitlines` splits at them, unlike every editor.
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_STEP = 32
# The first code points that take two and three bytes in UTF-8, and two units in UTF-16.
_TWO_BYTES, _THREE_BYTES, _ASTRAL = 0x80, 0x800, 0x10000


class Encoding(str, enum.Enum):
    """The encoding in whose units `Position.character` counts."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


def split_lines(text: str) -> list[str]:
    r"""Split a text into lines that keep their ends; the last line has no end and may be empty.

    `"a\r\nb"` gives `["a\r\n", "b"]`, `"a\n"` gives `["a\n", ""]`, `""` gives `[""]`.
    """
    lines = _LINE.findall(text)
    if not lines or lines[-1][-1] in "\r\n":
        lines.append("")
    return lines


def content_length(line: str) -> int:
    """Return the number of characters of a line without its line end."""
    if line.endswith("\r\n"):
        return len(line) - 2
    return len(line) - (line[-1:] in ("\n", "\r"))


def describe_lines(numbers: Sequence[int]) -> str:
    """Name lines by their numbers: `line 3`, `lines 3, 5`."""
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def is_text(text: str) -> bool:
    """Return whether a string has no halves of surrogate pairs, which clients may send."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def units(text: str, encoding: Encoding) -> int:
    """Return the length of a text in units of an encoding; a lone surrogate counts as one character."""
    if encoding is Encoding.UTF32 or text.isascii():
        return len(text)
    if encoding is Encoding.UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def index_of(line: str, column: int, encoding: Encoding) -> int:
    """Return the index into `line` of a column, at most the end of the line's content.

    A column inside a character (between two surrogates, or between two bytes) denotes the
    character's beginning.
    """
    end = content_length(line)
    if column <= 0:
        return 0
    if encoding is Encoding.UTF32 or line.isascii():
        return min(column, end)
    near, used = _near(line, column, end, encoding)
    for index in range(near, end):
        used += _width(line[index], encoding)
        if used > column:
            return index
    return end


def _near(line: str, column: int, end: int, encoding: Encoding) -> tuple[int, int]:
    """Return an index at most `_STEP` before a column's, and its column, by bisection: lines may be long."""
    index = used = 0
    while end - index > _STEP:
        middle = (index + end) // 2
        width = units(line[index:middle], encoding)
        if used + width > column:
            end = middle
        else:
            index, used = middle, used + width
    return index, used


def _width(character: str, encoding: Encoding) -> int:
    code = ord(character)
    if encoding is Encoding.UTF16:
        return 2 if code >= _ASTRAL else 1
    return 1 + (code >= _TWO_BYTES) + (code >= _THREE_BYTES) + (code >= _ASTRAL)


def locate(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column, both counted from one, of a character offset into a text."""
    lines = split_lines(text[:offset])
    return len(lines), len(lines[-1]) + 1
