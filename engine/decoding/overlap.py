"""Ends of completions that stand behind the cursor already."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def without_overlap(middle: bytes, right: bytes, fits: Callable[[bytes], bool]) -> bytes:
    """Take off a completion's end what the rest of the cursor's line begins with.

    Args:
        middle: the completion.
        right: the text behind the cursor.
        fits: whether a middle makes the file fit; asked of those that are cut only.

    Returns:
        The completion without the longest such end that it fits without; as it was where there is none,
        or where the end is blank.
    """
    line = right.split(b"\n", 1)[0].rstrip(b"\r")
    for length in range(min(len(line), len(middle)), 0, -1):
        end = line[:length]
        if end.strip() and middle.endswith(end) and fits(middle[:-length]):
            return middle[:-length]
    return middle
