"""Beam search under a filter follows several branches and keeps the likeliest ones at each step."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.decoding.model import END
from quoin.engine.decoding.result import ranked
from quoin.engine.decoding.timing import TimeIsUp

if TYPE_CHECKING:
    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.model import Choice
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.search import Search
    from quoin.engine.decoding.tokens.distribution import Distribution

    Step = tuple[Hypothesis, Choice]


def decode_by_beams(run: Search, root: Hypothesis) -> None:
    """Follow the likeliest branches until as many have ended as there are beams.

    Candidates are ranked by the mean log-probability of their tokens, branches of equal length by the sum.

    Raises:
        Cancelled: The caller gave up.
        TimeIsUp: The deadline passed before there was a first distribution.
    """
    seen = run.first_look(root)
    if seen is None:
        return
    width = max(run.task.beams, run.task.candidates)
    gathered: list[Candidate] = []
    live = _extend(run, _steps(run, root, seen, width), width, gathered)
    try:
        while live and len(gathered) < width:
            looks = zip(live, run.look(live), strict=True)
            steps = [step for look in looks for step in _next_steps(run, *look, width, gathered)]
            live = _extend(run, steps, width, gathered)
    except TimeIsUp:
        if not gathered:
            _gather(gathered, live[0].cut_back("time").closed())
    run.found.candidates = ranked(gathered or run.last_resort(root), run.task.candidates)


def _next_steps(
    run: Search, branch: Hypothesis, seen: Distribution, width: int, gathered: list[Candidate]
) -> list[Step]:
    """Return the steps with which a branch can continue; a branch without steps is cut back."""
    if run.sure_of_nothing(seen, branch):
        return []
    steps = _steps(run, branch, seen, width)
    if branch.is_spent:
        steps = [step for step in steps if step[1][0] == END]
    if not steps:
        _gather(gathered, branch.cut_back("budget").closed())
    return steps


def _steps(run: Search, branch: Hypothesis, seen: Distribution, width: int) -> list[Step]:
    return [(branch, choice) for choice in islice(run.allowed(seen, branch), width)]


def _extend(run: Search, steps: list[Step], width: int, gathered: list[Candidate]) -> list[Hypothesis]:
    """Take the likeliest steps and return the new branches; completions that end are added to `gathered`."""
    live = []
    for branch, (token, logprob) in sorted(steps, key=_likelihood, reverse=True)[:width]:
        twin = branch.copy()
        finished = twin.whole("end") if token == END else run.append(twin, token, logprob)
        if finished is None:
            live.append(twin)
        else:
            _gather(gathered, finished.closed())
    return live


def _likelihood(step: Step) -> float:
    branch, (_, logprob) = step
    return branch.logprob + logprob


def _gather(gathered: list[Candidate], candidate: Candidate | None) -> None:
    if candidate is not None:
        gathered.append(candidate)
