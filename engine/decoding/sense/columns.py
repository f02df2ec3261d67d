"""`gives_key_again` says whether a completion gives a key that the block of its column has already.

A block's lines begin in one column, behind the dash of an item, too. Parsers take a key twice; what reads the
file takes one of its values, or neither. `is_no_step` says whether it writes a step of a workflow into
another list, such as that of a service's ports.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.util.lines import BLANKS, first_line, last_line, line_start, lines_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_LINES = 300
"""The largest number of lines on either side of the cursor's that are looked at."""

NEAR = 20_000
"""The number of bytes on either side of the cursor that are looked at."""

_KEY = re.compile(
    rb"(?P<lead> *(?P<dash>(?:- +)*))(?P<key>[\w./-]+|\"[^\"\r\n]*\"|'[^'\r\n]*')[ \t]*:(?=[ \t\r\n]|\Z)"
)
_STEP = re.compile(rb"(?P<lead> *)- +(?:uses|run)[ \t]*:(?=[ \t\r\n]|\Z)")
_STEPS = re.compile(rb" *(?:- +)?['\"]?steps['\"]?[ \t]*:")
_ITEM = re.compile(rb" *-(?:[ \t]|\Z)")
_APART = re.compile(rb"(?:---|\.\.\.)")
_COMMENT = re.compile(rb"[ \t]*#")


def gives_key_again(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion writes a key into the cursor's line that its block has above or below.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    begun = last_line(left)
    key = _KEY.match(begun + first_line(whole))
    if key is None or key.end() <= len(begun):
        return False
    below = islice(lines_below(right[:NEAR]), 1, MOST_LINES)
    # The item's first key has none above.
    above = () if key["dash"] else _lines_above(left)
    return _has(key, above, is_above=True) or _has(key, below, is_above=False)


def is_no_step(whole: bytes, left: bytes) -> bool:
    """Return whether a completion writes the first key of a step into a list that is not one of steps.

    Of 815 real steps all are in such a list. A list without a key may be all of a file.

    Args:
        whole: The completion.
        left: The left context.
    """
    begun = last_line(left)
    step = _STEP.match(begun + first_line(whole))
    if step is None or step.end() <= len(begun):
        return False
    at = len(step["lead"])
    for line, indented in _indented(_lines_above(left)):
        if indented < at or (indented == at and not _ITEM.match(line)):
            return not _STEPS.match(line)
    return False


def _lines_above(left: bytes) -> Iterator[bytes]:
    """Return the lines above the cursor's, the nearest first."""
    return islice(reversed(left[: line_start(left)][-NEAR:].splitlines()), MOST_LINES)


def _indented(lines: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
    """Yield the lines that have more than blanks and comments, with the number of blanks before each."""
    for line in lines:
        if line.strip(BLANKS) and not _COMMENT.match(line):
            yield line, len(line) - len(line.lstrip(b" "))


def _has(key: re.Match[bytes], lines: Iterable[bytes], *, is_above: bool) -> bool:
    """Return whether lines away from a key's have it, up to where its block begins or ends.

    Only above a key, the line of an item's dash has a key of the same block.
    """
    at = key.end("lead")
    for line, indented in _indented(lines):
        other = _KEY.match(line)
        is_beside = other is not None and other.end("lead") == at and (indented == at or is_above)
        if other is not None and is_beside and other["key"] == key["key"]:
            return True
        if indented < at or _APART.match(line):
            return False
    return False
