"""`gives_property_again` says whether a completion gives a style a property that its block has already.

The one that stands last holds. Two lines beside each other may have the same property, where a browser that
does not know the second value takes the first one (146 of 15,480 real lines); further apart, two have.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import closing_bracket, open_brackets
from quoin.engine.util.lines import LINE_END, first_line, last_line, lines_below

NEAR = 4000
"""The number of bytes before and after the cursor in which the block begins and ends."""

_PROPERTY = re.compile(rb"[ \t]*(?P<name>-?[a-z][a-z-]*)[ \t]*:(?![:=])[ \t]*[^{};\r\n]+;?[ \t]*")
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_NO_SELECTOR = re.compile(rb"(?:[=(,:?&|>]|\breturn)\s*\Z|[=;]")


def gives_property_again(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line gives a property that stands in the block, but not beside the line.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    own = _PROPERTY.fullmatch(last_line(left) + whole)
    if own is None or LINE_END.search(whole) or first_line(right).strip():
        return False
    before, after = (_COMMENT.sub(b"", side) for side in (left[-NEAR:], right[:NEAR]))
    opened = open_brackets(before)
    end = closing_bracket(after)
    if not opened or before[opened[-1] : opened[-1] + 1] != b"{" or end is None:
        return False
    if _NO_SELECTOR.search(last_line(before[: opened[-1]].rstrip())):
        return False
    above = _names(before[opened[-1] + 1 : len(before) - len(last_line(before))])
    below = _names(after[:end])
    if above is None or below is None:
        return False
    return own["name"] in (*above[:-1], *below[1:]) and own["name"] not in (*above[-1:], *below[:1])


def _names(text: bytes) -> list[bytes] | None:
    """Return the properties that the lines of a text give; None if one of them is something else."""
    found = [_PROPERTY.fullmatch(line) for line in lines_below(text) if line.strip()]
    names = [one["name"] for one in found if one is not None]
    return names if len(names) == len(found) else None
