"""How sure the model is of a completion, and how many of its bytes a user is expected to keep."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Candidate

FURTHER = 0.5
"""The exponent of the least probability for text after the cursor's line, which has to be surer.

The least probability of the completion up to there is this power of the line's (0.06 for the line becomes
0.24), since a user who is typing expects one line.
"""


NEEDED = 2.0
"""The exponent of the least probability for what is shown because surer text before it does not fit alone.

It is that of the further words of a line, and of the lines that the first one needs. They may be less sure,
since what the user wants comes first, but not such that nobody can mean them. Where the first line has signs
alone, as `):`, what the lines add is all that there is, and has to be as sure as other text after the
cursor's line.
"""


def sure_bytes(candidate: Candidate, least: float) -> int:
    """Return the length of the longest beginning of which the model is sure, in bytes; all without marks."""
    logprob, limit = 0.0, math.log(least) if least > 0 else -math.inf
    for begin, own in candidate.marks:
        logprob += own
        if logprob < limit:
            return begin
    return len(candidate.text.encode())


def logprob_of(candidate: Candidate, begin: int, end: int) -> float:
    """Return the natural log-probability under the model of a part of a completion, in bytes."""
    return sum(mark.logprob for mark in candidate.marks if begin <= mark.begin < end)


def usefulness(candidate: Candidate, begin: int, end: int, least: float, *, given: bool = False) -> float:
    """Return how useful a part of a completion is, in bytes that a user keeps.

    A byte counts as 1 if all is right up to it, and otherwise costs as much as makes a byte of the
    probability `least` useless: with the probability `p` it counts as `(p - least) / (1 - least)`. The
    probabilities are calibrated: in replayed typing, as many bytes of the lines were right as their sum says.
    Blanks do not count, since editors write most of them.

    Args:
        candidate: The completion; without marks, all its bytes are sure.
        begin: The beginning of the part, in bytes.
        end: The end of the part, in bytes.
        least: The probability of a useless byte.
        given: Whether what is before the part is taken as right.
    """
    if not candidate.marks:
        return float(max(0, end - begin))
    useful, logprob, text = 0.0, 0.0, candidate.text.encode()
    ends = [*(mark.begin for mark in candidate.marks[1:]), len(text)]
    for mark, after in zip(candidate.marks, ends, strict=True):
        if mark.begin >= end:
            break
        if mark.begin >= begin or not given:
            logprob += mark.logprob
        piece = text[max(mark.begin, begin) : min(after, end)]
        useful += len(b"".join(piece.split())) * (math.exp(logprob) - least) / (1 - least)
    return useful
