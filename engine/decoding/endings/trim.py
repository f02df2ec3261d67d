"""A completion is trimmed of text that follows the cursor already, and of blanks."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.util.lines import BLANKS, LINE_END, first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Fits = Callable[[bytes], bool]

COMPARED = 50
"""The number of lines after the cursor with which the last lines of a completion are compared."""

_TRAILING = re.compile(rb"[ \t\f]+(?=\r?\n|\r)")

_REPEATED = re.compile(rb"(?<![\w.])(\w{3,})((?:, ?\1)+)\Z")
"""A name at the end of a text, and the same name in the items of a list after it."""


def trimmed(middle: bytes, left: bytes, right: bytes, fits: Fits, *, whole: bool) -> bytes:
    """Return a completion without a repetition of what follows, and without trailing white space.

    Args:
        middle: The completion.
        left: The left context.
        right: The right context.
        fits: Returns whether a middle is a member; it is called only for changed ones.
        whole: Whether a completion that only repeats what follows becomes empty, even if the empty middle
            does not fit.

    Returns:
        The rest of the completion, which fits if the completion did; empty if all of it follows already.
    """
    middle = without_overlap(middle, right, fits)
    repeated = without_repetition(middle, left, right, fits)
    # Whoever asks for a completion of a line that needs none is not given the next line once more.
    is_idle = not repeated and LINE_END.match(middle) is not None and fits(b"")
    middle = repeated if repeated or whole or is_idle else middle
    middle = without_repeated_items(middle, left, right, fits)
    return without_trailing_blanks(middle, left, right, fits)


def without_overlap(middle: bytes, right: bytes, fits: Fits) -> bytes:
    """Remove an end of a completion with which the rest of the cursor's line begins.

    Returns:
        The completion without the longest end whose removal leaves a member; unchanged if there is none, or
        if the end is blank.
    """
    line = first_line(right)
    for length in range(min(len(line), len(middle)), 0, -1):
        end = line[:length]
        if end.strip() and middle.endswith(end) and fits(middle[:-length]):
            return middle[:-length]
    return middle


def without_repetition(middle: bytes, left: bytes, right: bytes, fits: Fits) -> bytes:
    """Remove the last lines of a completion if they are equal to the lines after the cursor's line.

    This requires that the rest of the cursor's line is blank. Blank lines are not compared.

    Returns:
        The completion without the largest number of lines whose removal leaves a member. It is empty, which
        need not fit, if the cursor's line, including the whole completion, is one of these lines.
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


def without_repeated_items(middle: bytes, left: bytes, right: bytes, fits: Fits) -> bytes:
    """Remove the last items of a line's list that are equal to the one before them, as after `from m import`.

    This requires that the rest of the cursor's line is blank.
    """
    if first_line(right).strip():
        return middle
    found = _REPEATED.search(last_line(left) + middle)
    kept = middle if found is None else middle[: max(0, len(middle) - len(found.group(2)))]
    return kept if kept != middle and kept.strip() and fits(kept) else middle


def without_trailing_blanks(middle: bytes, left: bytes, right: bytes, fits: Fits) -> bytes:
    """Remove white space before line ends, and at the end if the rest of the cursor's line is blank.

    Line ends at the end go too where the cursor is within a line: its rest, such as a `;`, stays in it.
    """
    bare = middle.rstrip(BLANKS + b"\r\n")
    is_within = first_line(right).strip() and last_line(left).strip()
    if is_within and LINE_END.search(middle, len(bare)) and bare and fits(bare):
        return bare
    end = middle if first_line(right).strip() else bare
    for text in (_TRAILING.sub(b"", end), end):
        if text != middle and fits(text):
            return text
    return middle


def leading_blank_lines(middle: bytes, left: bytes, fits: Fits) -> int:
    """Return the number of bytes of blank lines at the beginning of a completion in an indented, blank line.

    The completion without them begins in the cursor's line, with the same indentation; else it is 0.
    """
    line = last_line(left)
    text = middle.lstrip(BLANKS + b"\r\n")
    before = middle[: len(middle) - len(text)]
    is_idle = bool(line) and not line.strip() and text and LINE_END.search(before)
    if not is_idle or last_line(before) != line or not fits(text):
        return 0
    return len(before)


def _contents(lines: Iterable[bytes]) -> Iterator[bytes]:
    return (line.rstrip() for line in lines if line.strip())
