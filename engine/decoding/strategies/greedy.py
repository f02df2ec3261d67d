"""Greedy decoding under a filter (the paper, section VII-B).

At each place the model's best tokens are tried against the filter, best first; only if none of the
first `run.TRIED` fits is the filter asked for all tokens it allows. Several candidates begin with the
best different tokens and go on greedily, side by side.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING

from quoin.engine.decoding.result import ranked
from quoin.engine.decoding.search import Start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.decoding.hypothesis import Finished, Hypothesis
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.search import Choice, Search

SPARE = 2
"""How many more first tokens are tried when some give no candidate of their own."""

UNLIKELY = 7.0
"""A first token that is less likely than the best by more than this many nats is not tried."""


def decode_greedily(run: Search, root: Hypothesis) -> None:
    """Find the candidates, each with a first token of its own.

    Raises:
        Cancelled, TimeIsUp: as the watch says.
    """
    seen = run.first_look(root)
    if seen is None:
        return
    wanted = run.task.candidates
    firsts = islice(_likely(run.allowed(seen, root)), wanted + SPARE)
    ends: list[Finished] = []

    while True:
        # None too many: each gives one text at most.
        missing = wanted - len({one.candidate.text for one in ends if one.candidate is not None})
        starts = [Start(root.copy(), first, run.best) for first in islice(firsts, missing)]
        if not starts:
            break
        ends += run.grow(starts)
    run.found.candidates = ranked(_closed(ends, wanted) or run.last_resort(root), wanted)


def _closed(ends: list[Finished], wanted: int) -> list[Candidate]:
    """The candidates that have ended; if there are none, the likeliest that the language can end."""
    ended = [one.candidate for one in ends if one.candidate is not None]
    if ended:
        return ended
    unended = (one.unended for one in ends if one.unended is not None)
    likeliest = sorted(unended, key=lambda branch: branch.score, reverse=True)
    closed: dict[str, Candidate] = {}
    for branch in likeliest:
        candidate = branch.close() if len(closed) < wanted else None
        if candidate is not None:
            closed.setdefault(candidate.text, candidate)
    return list(closed.values())


def _likely(choices: Iterator[Choice]) -> Iterator[Choice]:
    """First tokens that are worth a try."""
    first = next(choices, None)
    if first is not None:
        yield first
        yield from takewhile(lambda choice: choice[1] >= first[1] - UNLIKELY, choices)
