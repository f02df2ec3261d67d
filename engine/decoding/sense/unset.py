"""`reads_unset` says whether a constructor gives a field a value that is made of the field itself.

`self.path = Path(self.path)` fails where nothing has given the object a path before: no line of the class
above names the field, and no other constructor has been called. The parameter of that name was meant.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import without_strings
from quoin.engine.util.lines import BLANKS, column, last_line, line_spans

ABOVE = 20_000
"""The number of bytes above the line in which the class begins, or nothing is known."""

_GIVEN = re.compile(
    rb"[ \t]*(?P<field>\$?(?:self|this)(?:\.|->)(?P<name>\w+))[ \t]*(?::[^=\r\n]*)?=(?!=)(?P<value>[^\r\n]*)"
)
_CONSTRUCTOR = re.compile(
    rb"[ \t]*(?:(?:async|public|function|def)[ \t]+)*(?:__init__|constructor|__construct)\b"
)
_SETS = re.compile(rb"\(.*\b(?:private|public|protected|readonly)\b")
_DECLARED = (
    rb"[ \t]*(?:(?:private|public|protected|readonly|declare)[ \t]+)+(?:\??[\w|\\]+[ \t]+)?"
    rb"\$?%s!?[ \t]*(?::[^=;]*)?;[ \t]*"
)
_CLASS = re.compile(rb"[ \t]*(?:(?:export|default|abstract|final|readonly)[ \t]+)*class\b(?P<bases>[^\r\n]*)")
_BASED = re.compile(rb"\bextends\b|\((?!\s*(?:object\s*)?\))")
_OPEN = re.compile(rb"\b(?:super|parent)\b|__init__\(self|\bsetattr\(|__dict__|Object\.assign|=>|\blambda\b")


def reads_unset(whole: bytes, left: bytes) -> bool:
    """Return whether a line of a completion makes a field of itself where nothing else has made it.

    Args:
        whole: The completion.
        left: The left context.
    """
    begun = last_line(left)
    for start, end in line_spans(whole):
        line = begun + whole[start:end]
        given = _GIVEN.fullmatch(without_strings(line))
        if given is not None and len(line) > len(begun) and _reads(given["value"], given["field"]):
            above = left[: len(left) - len(begun)] + whole[:start]
            if _is_first(given["name"], above[-ABOVE:], column(line)):
                return True
        begun = b""
    return False


def _reads(value: bytes, field: bytes) -> bool:
    read = re.search(rb"(?<![\w.>$])" + re.escape(field) + rb"(?!\w|\s*=(?!=))", value)
    return read is not None and not _OPEN.search(value)


def _is_first(name: bytes, above: bytes, width: int) -> bool:
    """Return whether a line in a column is in a constructor, and nothing above it in the class has a name."""
    used, declared = re.compile(rb"(?<!\w)" + name + rb"(?!\w)"), re.compile(_DECLARED % name)
    is_in_constructor = False
    for line in reversed(above.splitlines()):
        if not line.strip(BLANKS) or declared.fullmatch(line):
            continue
        if column(line) < width and _CONSTRUCTOR.match(line) and not is_in_constructor:
            if _SETS.search(line):
                return False
            is_in_constructor, width = True, column(line)
            continue
        header = _CLASS.match(line) if column(line) < width else None
        if header is not None:
            return is_in_constructor and _BASED.search(header["bases"]) is None
        if used.search(line) or (not is_in_constructor and _OPEN.search(line)):
            return False
    return False
