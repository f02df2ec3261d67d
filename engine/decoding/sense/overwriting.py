"""`is_overwritten` says whether a completion assigns what a line beside it assigns again without reading it.

A small model writes the next line's assignment with another value: `name="$3"` above `name="$4"`. Only lines
count that are one assignment each, in the same column, with nothing between them.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise

from quoin.engine.util.characters import without_pairs, without_strings
from quoin.engine.util.lines import last_line, line_start, lines_below

LONGEST = 300
"""The largest number of bytes of a line that is judged."""

_TARGET = rb"(?P<indent>[ \t]*)(?P<target>\$?[A-Za-z_]\w*(?:(?:\.|->|::)\w+)*)(?P<blank>[ \t]*)"
_ASSIGNED = re.compile(_TARGET + rb"=(?![=~>])[ \t]*(?P<value>\S.*?)[ \t]*;?[ \t]*")
_BEGUN = re.compile(_TARGET)
_WORD = re.compile(rb"\w+")
# A shell runs the command behind an assignment with it.
_COMMAND = re.compile(rb"[ \t]+[^ \t#]")
# What is no whole value, or none that is meant: compilers of JavaScript write `void 0` first.
_UNKNOWN = re.compile(rb"[;()\[\]{}]|[-+*/%&|^=<>?:.,\\]\Z|\Avoid 0\Z")
_NOTHING = b"_"
"""The name of what nobody reads."""


def is_overwritten(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion and a line beside it assign the same, and the lower one does not read it.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    begun = last_line(left)
    above = last_line(left[: max(0, line_start(left) - 1)].removesuffix(b"\r"))
    rest, *below = islice(lines_below(right[: 2 * LONGEST]), 2)
    lines = [above, *lines_below(begun + whole + rest), *below]
    found = [_assigned(line) for line in lines]
    last = len(found) - 1 - len(below)
    found[last] = found[last] or _BEGUN.fullmatch(lines[last])
    if found[1] is not None and found[1].end("target") <= len(begun):
        # What the user has begun to assign is meant.
        found[1] = None
    return any(_is_vain(first, second) for first, second in pairwise(found))


def _assigned(line: bytes) -> re.Match[bytes] | None:
    """Return the assignment that a line is; None if it is something else, or more."""
    found = _ASSIGNED.fullmatch(line) if len(line) <= LONGEST else None
    if found is None or found["target"] == _NOTHING:
        return None
    value = without_pairs(without_strings(found["value"]))
    if _UNKNOWN.search(value) or (not found["blank"] and _COMMAND.search(value)):
        return None
    return found


def _is_vain(first: re.Match[bytes] | None, second: re.Match[bytes] | None) -> bool:
    """Return whether the second of two assignments gives another value to what the first one does."""
    if first is None or second is None or second.re is _BEGUN or first["indent"] != second["indent"]:
        return False
    words, read = _WORD.findall(first["target"]), _WORD.findall(second["value"])
    return first["target"] == second["target"] and words[0] not in read and words[-1] not in read
