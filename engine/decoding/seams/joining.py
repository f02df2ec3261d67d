"""`joins_items` says whether a completion makes one text of an item, or of a key, and the text below it.

Where strings that stand beside each other are one, as in Python, C and C++, a comma that is forgotten fits.
Who splits a long text leaves a blank at the seam, and no commas around it. In the parts of a macro, anything
may stand beside each other; there the lines above and below tell that a comma is due. What is all of the
line below is no value, and no argument, of the line above it.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import STRING, open_brackets
from quoin.engine.util.lines import column, first_line, last_line, line_above, line_below

NEAR = 400
"""The number of bytes before the cursor's text in which the item above stands."""

_TEXT = rb"[rbufRBUF]{0,2}(?:" + STRING.pattern + rb")"
_AT_END = re.compile(_TEXT + rb"[ \t]*\Z")
_BELOW = re.compile(rb"[ \t]*\r?\n[ \t]*(?P<text>" + _TEXT + rb")[ \t]*(?P<sign>[:,])")
_ITEM_ABOVE = re.compile(rb"^[ \t]*" + _TEXT + rb"[ \t]*,[ \t]*\r?\n[ \t]*\Z", re.MULTILINE)
_ITEM = re.compile(rb"[ \t]*(?![ \t#/*\[])(?:(?!//|#|/\*)[^\r\n])*[\w)\]\"'][ \t]*")
_ITEM_BELOW = re.compile(
    rb"[ \t]*(?!(?:for|if|else|and|or|in|is|not|as|where|async|from|on)\b)(?:[\w\"'(\[{]|[&*]\w).*,[ \t]*\r?"
)
_SIGNED = re.compile(rb"[ \t]*[&*]\w")
_ARGUMENT = re.compile(rb"[(,][ \t]*(?P<name>[A-Za-z_]\w+),[ \t]*\Z")
_GIVEN = re.compile(rb"(?<![=!<>])=[ \t]*\Z")
LONG = 12
"""The least number of bytes of a value that a line has again."""

_GOES_ON = re.compile(rb"[ \t]*(?:[A-Za-z]{0,2}[\"'`]|[A-Z_0-9]+\b)")
"""What goes on with a text in the line above: another text, or a name that stands for one."""

_SEAM = re.compile(rb"(?:\s|\\n|\\t)[\"'`]\s*[rbufRBUF]{0,2}[\"'`]|[\"'`]\s*[rbufRBUF]{0,2}[\"'`](?:\s|\\n)")


def joins_items(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion ends with a text that the item, or the key, in the line below goes on with.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    if not whole.strip():
        return False
    text = left + whole
    if _says_next(last_line(left) + first_line(whole), last_line(text), right):
        return True
    return _lacks_comma(text, right) or _takes_next_item(text, right) or _joins_texts(whole, left, right)


def _says_next(line: bytes, last: bytes, right: bytes) -> bool:
    """Return whether a line ends with the argument or the value that is all of the line below.

    Of 2,900 real lines that end with an argument three do, and of 860 that end with the next line none.

    Args:
        line: The cursor's line with what the completion writes in it.
        last: The completion's last line.
        right: The right context.
    """
    if first_line(right).strip():
        return False
    below = line_below(right)
    argument = _ARGUMENT.search(last)
    if argument is not None and below.strip() == argument["name"] + b",":
        return True
    value = below.strip()
    if len(value) < LONG or column(below) <= column(line) or not line.rstrip().endswith(value):
        return False
    return _GIVEN.search(line.rstrip()[: -len(value)]) is not None


def _joins_texts(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion ends with a text that would be one with the text in the line below."""
    below = _BELOW.match(right)
    if below is None:
        return False
    line = last_line(last_line(left) + whole)
    text = _AT_END.search(line)
    if text is None or _SEAM.search(text[0].rstrip() + below["text"]):
        return False
    if below["sign"] == b":":
        return True
    above = (left + whole)[: len(left) + len(whole) - len(text[0])][-NEAR:]
    return _ITEM_ABOVE.search(above) is not None


def _takes_next_item(text: bytes, right: bytes) -> bool:
    """Return whether a text ends with a `??` for whose other value only the next item stands below."""
    line, below = last_line(text), line_below(right)
    if not line.rstrip().endswith(b"??") or first_line(right).strip() or column(line) != column(below):
        return False
    above = line_above(text)
    return above.endswith(b",") and below.strip() != b""


def _lacks_comma(text: bytes, right: bytes) -> bool:
    """Return whether a text ends with an item without a comma, and the lines beside it have one."""
    below = b"" if first_line(right).strip() else line_below(right)
    line = last_line(text)
    if not _ITEM_BELOW.fullmatch(below) or not _ITEM.fullmatch(line) or column(line) != column(below):
        return False
    if line.rstrip().endswith((b'"', b"'")) and _GOES_ON.match(below):
        return False
    above = line_above(text)
    if not open_brackets(text[-NEAR:]):
        return False
    is_second = above.endswith(b",") and column(above) == column(line)
    return is_second or (above.endswith(b"(") and _SIGNED.match(below) is not None)
