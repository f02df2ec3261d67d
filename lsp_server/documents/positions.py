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
# The first code points of the two halves of surrogate pairs, and the bits of a character in the second half.
_HIGH, _LOW, _LOW_BITS = 0xD800, 0xDC00, 10


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


def describe_taken(absent: Sequence[int], present: Sequence[str]) -> str:
    """Say which lines, by their numbers, a completion takes as absent, and which texts as present."""
    if present:
        return f"taken as present: {', '.join(present)}"
    return f"taken as absent: line{'s' if len(absent) > 1 else ''} {', '.join(map(str, absent))}"


def is_text(text: str) -> bool:
    """Return whether a string has no halves of surrogate pairs, which clients may send."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def joined(text: str) -> str:
    """Return a text in which the two halves of each surrogate pair are the character that they stand for.

    Clients may send them one after the other. A half without the other one stays as it is.
    """
    if is_text(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def halves(character: str) -> tuple[str, str]:
    """Return the two halves of a character's surrogate pair; the character has two units in UTF-16."""
    high, low = divmod(ord(character) - _ASTRAL, 1 << _LOW_BITS)
    return chr(_HIGH + high), chr(_LOW + low)


def is_high_half(character: str) -> bool:
    """Return whether a character is the first half of a surrogate pair; an empty text is none."""
    return bool(character) and _HIGH <= ord(character) < _LOW


def is_low_half(character: str) -> bool:
    """Return whether a character is the second half of a surrogate pair; an empty text is none."""
    return bool(character) and _LOW <= ord(character) < _LOW + (1 << _LOW_BITS)


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
    return place_of(line, column, encoding)[0]


def place_of(line: str, column: int, encoding: Encoding) -> tuple[int, bool]:
    """Return the index as `index_of` does, and whether the column is between the halves of its character."""
    end = content_length(line)
    if column <= 0:
        return 0, False
    if encoding is Encoding.UTF32 or line.isascii():
        return min(column, end), False
    near, used = _near(line, column, end, encoding)
    for index in range(near, end):
        width = _width(line[index], encoding)
        if used + width > column:
            return index, encoding is Encoding.UTF16 and used < column
        used += width
    return end, False


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
