"""`repeats_branch` says whether a header has the condition of another branch of its `if`.

In a chain of `if` and `else if` the second branch with a condition is never taken. A small model copies the
condition beside, above or below. Lines that are indented further belong to the branches' blocks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.util.lines import column, first_line, last_line, line_start, lines_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NEAR = 4000
"""The number of bytes before and after the cursor in which the other branches are searched."""

LONGEST = 300
"""The largest number of bytes of a line that is looked at."""

_BRANCH = re.compile(
    rb"[ \t]*(?P<else>(?:\}[ \t]*)?(?:else[ \t]+if|elif|elsif|elseif)\b|if\b)[ \t]*(?P<condition>\S.*?)"
    rb"[ \t]*(?:\{|:|;?[ \t]*then)?[ \t]*"
)
_GOES_ON = re.compile(rb"[ \t]*(?:\}|\{|else\b|elif\b|elsif\b|elseif\b|//|/\*|#)")


def repeats_branch(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line has the condition of another branch.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    line = last_line(left) + first_line(whole)
    own = _BRANCH.fullmatch(line) if len(line) <= LONGEST else None
    # A condition that goes on in the next line is not judged.
    if own is None or own["condition"].count(b"(") != own["condition"].count(b")"):
        return False
    before, after = left[: line_start(left)][-NEAR:], right[len(first_line(right)) : NEAR]
    above = () if own["else"] == b"if" else _chain(reversed(list(lines_below(before))), column(line))
    below = _chain(lines_below(after), column(line))
    others = [*above, *(one for one in below if one["else"] != b"if")]
    return any(one["condition"] == own["condition"] for one in others)


def _chain(lines: Iterable[bytes], own: int) -> Iterator[re.Match[bytes]]:
    """Yield the headers of one `if` in a column, from a line on, up to what belongs to no branch of it."""
    for line in lines:
        at = column(line)
        if not line.strip() or at > own:
            continue
        found = _BRANCH.fullmatch(line) if len(line) <= LONGEST and at == own else None
        if found is not None:
            yield found
        is_first = found is not None and found["else"] == b"if"
        if at < own or is_first or not (found or _GOES_ON.match(line)):
            return
