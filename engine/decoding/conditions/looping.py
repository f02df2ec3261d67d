"""`loops_by_another` says whether a loop declares a variable that neither its condition nor its step reads.

In `for (int i = 0; j < n; ++j)` a small model has copied the rest of another loop: of 1,153 real loops that
declare one variable with a value, two are so, and one of them is a mistake.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import without_strings
from quoin.engine.util.lines import first_line, last_line

_LOOP = re.compile(
    rb"\bfor[ \t]*\([ \t]*(?:[\w:<>*& \t]*?[ \t*&])(?P<name>\w+)[ \t]*="
    rb"[^;(){},]*(?:\([^;(){}]*\))?[^;(){},]*;"
    rb"(?P<condition>[^;{}]*\w[^;{}]*);(?P<step>[^;{}]*\w[^;{}]*)"
)


def loops_by_another(whole: bytes, left: bytes) -> bool:
    """Return whether a loop in the cursor's line goes on by another variable than it declares.

    Args:
        whole: The completion.
        left: The left context.
    """
    begun = last_line(left)
    loop = _LOOP.search(without_strings(begun + first_line(whole)))
    if loop is None or loop.end() <= len(begun):
        return False
    return re.search(rb"(?<!\w)" + loop["name"] + rb"(?!\w)", loop["condition"] + b";" + loop["step"]) is None
