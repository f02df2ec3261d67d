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

from quoin.engine.util.lines import LINE_END, first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quoin.engine.decoding.result import Candidate

    Ended = Callable[[bytes], bytes | None]

TIMES = 3
"""Words that stand so often one after another are a loop."""

LONGEST = 24
"""Words of what is repeated, at most."""

LEAST = 3
"""Letters, or words and signs, of a line that is compared: braces and blank lines may come again."""

FURTHER = 0.5
"""What follows the cursor's line is to be surer than the line: its least probability is this power of the
line's (0.08 for the line is 0.28 for all up to there). One line is what somebody who types expects."""

SHORTEST = 2
"""Signs of what is shown: to take it is a key, too."""

CLOSERS = (b")", b"]", b"}")
"""Signs before which no comma is left."""

NEAR = 4000
"""Bytes around the cursor in which the nearest lines are looked for."""

_WORD = re.compile(rb"\w+|[^\w\s]")


def worth_showing(
    candidate: Candidate, sides: tuple[bytes, bytes], ended: Ended, least: float
) -> Candidate | None:
    """The part of a completion that is worth showing.

    It ends where the model stops being sure, or before, after a word where the file fits, be it with closing
    signs after it; what follows the cursor's line takes more certainty (`FURTHER`). Where the first line does
    not fit alone, as the header of a block, it is shown with as little after it as does. Where it repeats
    another one and there is a least probability, nothing is shown: no part of it is likely.

    Args:
        candidate: which fits, unless it is `open`.
        sides: the texts before and after the cursor.
        ended: gives a middle with closing signs after it that make the file fit, or the middle itself where
            that fits; None where it takes more.
        least: the least probability, as the model sees it, of what is shown.

    Returns:
        The completion or its beginning; None if none of it is worth it.
    """
    text = candidate.text.encode()
    tail = text[len(text.rstrip()) :]
    first = _first_line(text, sides[0])
    line = text[:first].rstrip()
    alone = ended(line) if line else None
    if least and line and repeats(alone or line, *sides):
        return None
    for end in _ends(candidate, least, first, whole_lines=bool(line) and alone is None):
        part = text[:end] if end == len(text) else text[:end].rstrip()
        if not _is_enough(part, text) or repeats(part, *sides):
            continue
        whole = text if part == text and candidate.ended != "open" else ended(part)
        if whole is None and LINE_END.search(tail):
            # What stands after the cursor may need a line of its own.
            part += tail
            whole = ended(part)
        if whole is None or (whole != part and repeats(whole, *sides)):
            continue
        if _is_neat(whole, len(part), sides[1]):
            return _of(candidate, whole.decode(), len(part))
    return None


def _ends(candidate: Candidate, least: float, first: int, *, whole_lines: bool) -> Iterator[int]:
    """Where a completion may end, best first: as late as the model is sure of it.

    Args:
        candidate: the completion.
        least: the least probability of its first line.
        first: where that ends, in bytes.
        whole_lines: whether it may go on to the end of a later line, where the model is sure of the first.
    """
    text = candidate.text.encode()
    sure = sure_bytes(candidate, least)
    if sure > first:
        sure = max(first, sure_bytes(candidate, least**FURTHER))
    lines = [match.start() for match in LINE_END.finditer(text)]
    ends = {*lines, *(begin for begin, _ in candidate.marks), len(text)}
    yield from (end for end in sorted(ends, reverse=True) if end <= sure)
    if whole_lines:
        yield from (end for end in [*lines, len(text)] if first <= sure < end)


def _is_neat(whole: bytes, own: int, right: bytes) -> bool:
    """Whether the signs after a beginning are none that a person would take away again.

    A list is not closed just after a comma, and no `;` makes what follows in the line a statement of its own.
    """
    added = whole[own:].strip()
    if whole[:own].rstrip().endswith(b",") and added[:1] in CLOSERS:
        return False
    return b";" not in added or not first_line(right).strip()


def _first_line(text: bytes, left: bytes) -> int:
    """Where a completion's first line ends: the cursor's, or if that is blank, the next one with a text."""
    begun = bool(last_line(left).strip())
    line = LINE_END.search(text, 0 if begun else len(text) - len(text.lstrip()))
    return len(text) if line is None else line.start()


def _of(candidate: Candidate, text: str, own: int) -> Candidate:
    """A completion of a candidate's first bytes, with closing signs after them."""
    kept = candidate.text.encode()[:own].decode()
    written = len(kept) if candidate.written is None else min(len(kept), candidate.written)
    line = LINE_END.search(text.encode(), len(text) - len(text.lstrip()))
    end = own if line is None else min(own, line.start())
    sure = sum(logprob for begin, logprob in candidate.marks if begin < end)
    return replace(candidate, text=text, written=written, first_line_logprob=sure)


def sure_bytes(candidate: Candidate, least: float) -> int:
    """How many bytes, from the first on, the model is sure of together; all where it does not say."""
    logprob, limit = 0.0, math.log(least) if least > 0 else -math.inf
    for begin, own in candidate.marks:
        logprob += own
        if logprob < limit:
            return begin
    return len(candidate.text.encode())


def _is_enough(part: bytes, whole: bytes) -> bool:
    """Whether a beginning ends between words, and is more than a key would write."""
    rest = whole[len(part) :]
    return len(part.strip()) >= SHORTEST and not (_ends_word(part) and _ends_word(rest[:1]))


def _ends_word(text: bytes) -> bool:
    return text[-1:].isalnum() or text[-1:] == b"_" or text[-1:] >= b"\x80"


def repeats(middle: bytes, left: bytes, right: bytes) -> bool:
    """Whether a completion says something again that stands just before it or after it, or loops."""
    written = last_line(left) + middle
    lines = [line for line in _stripped(written) if _counts(line)]
    above = [line for line in _stripped(left[-NEAR:].removesuffix(last_line(left))) if _counts(line)][-1:]
    below = [line for line in _stripped(right[:NEAR].removeprefix(first_line(right))) if _counts(line)][:1]
    if any(one == other for one, other in pairwise(above + lines)) or (below and below[0] in lines):
        return True
    if any(lines.count(line) >= TIMES for line in lines):
        return True
    return _loops(_WORD.findall(written), bytes.isalpha) or _loops(_WORD.findall(middle), bytes.isalnum)


def _stripped(text: bytes) -> Iterator[bytes]:
    return (line.strip() for line in lines_below(text))


def _counts(line: bytes) -> bool:
    """Whether a line says enough for its repetition to be one."""
    words = _WORD.findall(line)
    letters = sum(map(len, re.findall(rb"[^\W\d_]+", line)))
    return letters >= LEAST or (len(words) >= LEAST and any(map(bytes.isalnum, words)))


def _loops(words: list[bytes], says: Callable[[bytes], bool]) -> bool:
    """Whether several words, one of which begins as some do, stand several times one after another."""
    for period in range(2, min(LONGEST, len(words) // TIMES) + 1):
        for at in range(len(words) - TIMES * period + 1):
            once = words[at : at + period]
            if once * TIMES == words[at : at + TIMES * period] and any(says(word[:1]) for word in once):
                return True
    return False
