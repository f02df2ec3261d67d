"""Greedy decoding under a filter takes the likeliest token that fits (the paper, section VII-B).

The filter tests the model's tokens, best first; only if none of the first `search.TRIED` fits does it
compute the mask of all tokens. Several candidates begin with the best different tokens and continue
greedily, in parallel.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING

from quoin.engine.decoding.endings.usefulness import sure_bytes
from quoin.engine.decoding.endings.worth import SHORTEST
from quoin.engine.decoding.result import ranked
from quoin.engine.decoding.search import Start
from quoin.engine.util.characters import ends_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.decoding.hypothesis import Finished, Hypothesis
    from quoin.engine.decoding.model import Choice
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.search import Search
    from quoin.engine.decoding.tokens.distribution import Distribution

SPARE = 2
"""The number of additional first tokens that are tried if some yield no candidate of their own."""

UNLIKELY = 7.0
"""The largest log-probability, in nats, by which a first token that is tried is less likely than the best."""


UNWANTED = -12.0
"""The least log-probability, in nats, of a first line where the model has said that it wants no text.

What is less likely is written only because nothing that the model means can follow.
"""

SURE = 0.5
"""The least probability of the beginning of a text that is kept although the text was cut."""


def decode_greedily(run: Search, root: Hypothesis) -> None:
    """Find the candidates, each with a first token of its own.

    Raises:
        Cancelled: The caller gave up.
        TimeIsUp: The deadline passed before there was a first distribution.
    """
    seen = run.first_look(root)
    if seen is None:
        return
    wanted = run.task.candidates
    firsts = islice(_likely(_firsts(run, seen, root)), wanted + SPARE)
    ends: list[Finished] = []

    while True:
        # No more are started than are missing, since each yields at most one text.
        missing = wanted - len({one.candidate.text for one in ends if one.candidate is not None})
        starts = [Start(root.copy(), first, run.best) for first in islice(firsts, missing)]
        if not starts:
            break
        ends += run.grow(starts)
        begun = _surely_begun(ends[0]) if run.task.unasked and len(ends) == len(starts) else None
        if begun is not None:
            run.found.candidates = [begun]
            return
    closed = _closed(ends, wanted, in_order=run.task.unasked)
    closed = [one for one in closed if not (run.found.empty and _is_unlikely(one))]
    run.found.candidates = ranked(closed or run.last_resort(root), wanted)


def _surely_begun(first: Finished) -> Candidate | None:
    """Return the likeliest text if it was cut, but the model is sure of its beginning; else None.

    That beginning is worth more than another text that ends.
    """
    candidate = None if first.candidate is not None or first.unended is None else first.unended.close()
    if candidate is None:
        return None
    text, length = candidate.text.encode(), sure_bytes(candidate, SURE)
    is_between_words = not (ends_word(text[:length]) and ends_word(text[length : length + 1]))
    return candidate if length >= SHORTEST and is_between_words else None


def _is_unlikely(candidate: Candidate) -> bool:
    return candidate.first_line_logprob is not None and candidate.first_line_logprob < UNWANTED


def _closed(ends: list[Finished], wanted: int, *, in_order: bool) -> list[Candidate]:
    """Return the candidates that have ended; if there are none, the likeliest that the language can end.

    With `in_order`, the first one is the likeliest, since some may have been given up sooner than others.
    """
    ended = [one.candidate for one in ends if one.candidate is not None]
    if ended:
        return ended
    unended = (one.unended for one in ends if one.unended is not None)
    likeliest = list(unended) if in_order else sorted(unended, key=lambda one: one.score, reverse=True)
    closed: dict[str, Candidate] = {}
    for branch in likeliest:
        candidate = branch.close() if len(closed) < wanted else None
        if candidate is not None:
            closed.setdefault(candidate.text, candidate)
    return list(closed.values())


def _firsts(run: Search, seen: Distribution, root: Hypothesis) -> Iterator[Choice]:
    """Yield the first tokens that fit: the one that would be chosen anywhere else, then the others."""
    best = run.best(seen, root)
    if best is not None:
        yield best
        yield from (choice for choice in run.allowed(seen, root) if choice[0] != best[0])


def _likely(choices: Iterator[Choice]) -> Iterator[Choice]:
    """Yield the first tokens that are likely enough to be tried."""
    first = next(choices, None)
    if first is not None:
        yield first
        yield from takewhile(lambda choice: choice[1] >= first[1] - UNLIKELY, choices)
