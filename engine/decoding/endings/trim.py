"""Ends of completions that nobody wants: what stands behind the cursor already, and blanks."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.util.lines import BLANKS, LINE_END, first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Fits = Callable[[bytes], bool]

COMPARED = 50
"""Lines behind the cursor that the last ones of a completion are compared with."""

_TRAILING = re.compile(rb"[ \t\f]+(?=\r?\n|\r)")


def trimmed(middle: bytes, left: bytes, right: bytes, fits: Fits, *, whole: bool) -> bytes:
    """A completion without repetition of what follows and without trailing white space.

    Args:
        middle: the completion.
        left: the text before the cursor.
        right: the text behind the cursor.
        fits: whether a middle makes the file fit; asked of those that are changed only.
        whole: whether nothing is left, be it that this does not fit, of one that only repeats what follows.

    Returns:
        What is left of it, which fits as the completion did; empty if all of it follows already.
    """
    middle = without_overlap(middle, right, fits)
    repeated = without_repetition(middle, left, right, fits)
    middle = repeated if repeated or whole else middle
    return without_trailing_blanks(middle, right, fits)


def without_overlap(middle: bytes, right: bytes, fits: Fits) -> bytes:
    """Take off a completion's end what the rest of the cursor's line begins with.

    Returns:
        The completion without the longest such end that it fits without; as it was where there is none,
        or where the end is blank.
    """
    line = first_line(right)
    for length in range(min(len(line), len(middle)), 0, -1):
        end = line[:length]
        if end.strip() and middle.endswith(end) and fits(middle[:-length]):
            return middle[:-length]
    return middle


def without_repetition(middle: bytes, left: bytes, right: bytes, fits: Fits) -> bytes:
    """Take off a completion's last lines if they are the ones that follow the cursor's line.

    Only where nothing stands behind the cursor in its line. Blank lines are not compared.

    Returns:
        The completion without the most such lines that it fits without; empty, which need not fit, where
        the cursor's line with all of it is such a line.
    """
    if first_line(right).strip():
        return middle
    below = _contents(islice(lines_below(right), 1, COMPARED))
    following: list[bytes] = []
    for start in (0, *(match.end() for match in LINE_END.finditer(middle))):
        text = middle[start:] if start else last_line(left) + middle
        lines = list(_contents(lines_below(text)))
        following += islice(below, max(0, len(lines) - len(following)))
        kept = middle[:start].rstrip()
        if lines and lines == following[: len(lines)] and (not kept or fits(kept)):
            return kept
    return middle


def without_trailing_blanks(middle: bytes, right: bytes, fits: Fits) -> bytes:
    """Take off white space before line ends, and at the end where nothing follows in the line."""
    end = middle if first_line(right).strip() else middle.rstrip(BLANKS + b"\r\n")
    for text in (_TRAILING.sub(b"", end), end):
        if text != middle and fits(text):
            return text
    return middle


def _contents(lines: Iterable[bytes]) -> Iterator[bytes]:
    return (line.rstrip() for line in lines if line.strip())
