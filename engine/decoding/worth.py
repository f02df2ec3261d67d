"""What of a completion is worth showing to somebody who is typing and has not asked for it.

It parses; that is not enough. Lines of which the model is not sure are left out, and so is what repeats
itself: a line like the one before it, the next line of the file, or the same words over and over.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.decoding.lines import LINE_END, first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.decoding.outcome import Candidate

    Fits = Callable[[bytes], bool]

TIMES = 3
"""Words that stand so often one after another are a loop."""

LONGEST = 12
"""Words of what is repeated, at most."""

LEAST = 3
"""Letters of a line that is compared: braces and blank lines may come again."""

_WORD = re.compile(rb"\w+|[^\w\s]")


def worth_showing(
    candidate: Candidate, sides: tuple[bytes, bytes], fits: Fits, least: float
) -> Candidate | None:
    """The part of a completion that is worth showing.

    Args:
        candidate: which fits.
        sides: the texts before and after the cursor.
        fits: whether a middle makes the file fit.
        least: the least probability of a line, as the model sees it.

    Returns:
        The completion up to the end of a line; None if none of it is worth it.
    """
    text = candidate.text.encode()
    ends = [match.start() for match in LINE_END.finditer(text)] + [len(text)]
    sure = _sure_lines(candidate, least)
    for count in range(len(ends), 0, -1):
        part = text[: ends[count - 1]]
        if not part.strip() or repeats(part, *sides):
            continue
        if count <= sure and (count == len(ends) or fits(part)):
            return replace(candidate, text=part.decode())
    # A header alone does not fit: it is shown with as little after it as does.
    for end in ends if sure else ():
        part = text[:end]
        if part.strip() and (end == len(text) or fits(part)):
            return None if repeats(part, *sides) else replace(candidate, text=part.decode())
    return None


def is_sure(candidate: Candidate, least: float) -> bool:
    """Whether the model is sure of a completion's first line."""
    return _sure_lines(candidate, least) > 0


def repeats(middle: bytes, left: bytes, right: bytes) -> bool:
    """Whether a completion says something again that stands just before it or after it, or loops."""
    written = last_line(left) + middle
    lines = [line for line in _stripped(written) if _counts(line)]
    above = [line for line in _stripped(left[-_NEAR:].removesuffix(last_line(left))) if _counts(line)][-1:]
    below = [line for line in _stripped(right[:_NEAR].removeprefix(first_line(right))) if _counts(line)][:1]
    if any(one == other for one, other in pairwise(above + lines)) or (below and below[0] in lines):
        return True
    return _loops(_WORD.findall(written))


_NEAR = 4000


def _sure_lines(candidate: Candidate, least: float) -> int:
    """How many lines, from the first on, the model is sure of; all where it does not say."""
    if not candidate.lines:
        return candidate.text.count("\n") + 1
    for count, logprob in enumerate(candidate.lines):
        if math.exp(logprob) < least:
            return count
    return len(candidate.lines)


def _stripped(text: bytes) -> Iterator[bytes]:
    return (line.strip() for line in lines_below(text))


def _counts(line: bytes) -> bool:
    return sum(map(len, re.findall(rb"[^\W\d_]+", line))) >= LEAST


def _loops(words: list[bytes]) -> bool:
    """Whether several words, one of them a name, stand several times one after another."""
    for period in range(2, min(LONGEST, len(words) // TIMES) + 1):
        for at in range(len(words) - TIMES * period + 1):
            once = words[at : at + period]
            if once * TIMES == words[at : at + TIMES * period] and any(w[:1].isalpha() for w in once):
                return True
    return False
