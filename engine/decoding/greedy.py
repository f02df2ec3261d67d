"""Greedy decoding under a filter (the paper, section VII-B).

At each place the model's best tokens are tried against the filter, best first; only if none of the
first `run.TRIED` fits is the filter asked for all tokens it allows. Several candidates begin with the
best different tokens and go on greedily, which shares the prompt's evaluation among them.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.decoding.task import ranked

if TYPE_CHECKING:
    from engine.decoding.branch import Branch
    from engine.decoding.distribution import Distribution
    from engine.decoding.outcome import Candidate
    from engine.decoding.run import Choice, Run

SPARE = 2
"""How many more first tokens are tried when some give no candidate of their own."""

UNLIKELY = 7.0
"""A first token that is less likely than the best by more than this many nats is not tried."""


def decode_greedily(run: Run, root: Branch) -> None:
    """Find the candidates, each with a first token of its own.

    Raises:
        Cancelled, TimeIsUp: as the watch says.
    """
    seen = run.first_look(root)
    if seen is None:
        return
    wanted = run.task.candidates
    gathered: list[Candidate] = []
    best = None

    def best_of(seen: Distribution, branch: Branch) -> Choice | None:
        return next(run.allowed(seen, branch), None)

    for token, logprob in islice(run.allowed(seen, root), wanted + SPARE):
        best = logprob if best is None else best
        if logprob < best - UNLIKELY:
            break
        candidate = run.grow(root.copy(), (token, logprob), best_of).candidate
        gathered += [] if candidate is None else [candidate]
        if len({one.text for one in gathered if one.ended != "closed"}) == wanted:
            break
    run.found.candidates = ranked(gathered or run.last_resort(root), wanted)
