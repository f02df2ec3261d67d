"""Greedy decoding with a model that writes several tokens at a time and shows no logits.

The model drafts a few tokens; the filter takes them up to the first that does not fit. For that one the
next best that fits is taken, of those that the model names, and it drafts on from there. Candidates grow side
by side, so that a server which answers several requests at once is asked for all of their drafts together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from quoin.engine.decoding.hypothesis import Finished, Hypothesis, empty_middle, refuse
from quoin.engine.decoding.result import Found, ranked
from quoin.engine.decoding.timing import Deadline, TimeIsUp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.timing import Stopwatch
    from quoin.engine.decoding.tokens.constraint import Constraint

LENGTH = 16
"""Tokens of a draft."""


@dataclass(frozen=True)
class Drafted:
    """A token of a draft.

    Attributes:
        data: its bytes.
        logprob: its natural log-probability; 0 where that is not told.
        others: other tokens that could have come and their log-probabilities, best first; the empty one is
            the end.
    """

    data: bytes
    logprob: float
    others: tuple[tuple[bytes, float], ...] = ()


@dataclass(frozen=True)
class Draft:
    """A few tokens, and whether the model ends the text behind them."""

    tokens: list[Drafted] = field(default_factory=list)
    ended: bool = False


class Drafter(Protocol):
    """A model that goes on with middles."""

    def drafts(self, middles: Sequence[bytes], length: int, watch: Deadline) -> list[Draft]:
        """What comes behind each of some middles, at most `length` tokens.

        Raises:
            Cancelled, TimeIsUp: as the watch says.
        """


def decode_by_drafts(
    drafter: Drafter, task: Task, guard: Constraint, watch: Deadline, stopwatch: Stopwatch
) -> Found:
    """Complete as well as the budgets allow.

    Args:
        drafter: at the cursor.
        task: what to complete; its prompt is not used.
        guard: at the cursor.
        watch: ends the work early.
        stopwatch: takes the time of the first draft as `prompt`, of the others as `model`.

    Raises:
        Cancelled: as the watch says.
        TimeIsUp: before there was a first draft.
    """
    drafting = _Drafting(drafter, task, watch, stopwatch)
    # How a server's model cuts a text into tokens is not known; none is shorter than a byte.
    drafting.find(empty_middle(task, guard, len))
    return drafting.found


class _Drafting:
    def __init__(self, drafter: Drafter, task: Task, watch: Deadline, stopwatch: Stopwatch) -> None:
        self.found = Found()
        self._drafter = drafter
        self._task = task
        self._watch = watch
        self._stopwatch = stopwatch
        self._numbers: dict[bytes, int] = {}

    def find(self, root: Hypothesis) -> None:
        """Find the candidates: the model's own, and such as begin with other tokens that it names."""
        root.look_ahead()
        (first,) = self._drafts([root], "prompt")
        wanted = self._task.candidates
        gathered: list[Candidate] = []
        others = (
            Draft([other])
            for other in _firsts(first)
            if root.fits(other.data) and not any(one.text.encode().startswith(other.data) for one in gathered)
        )
        drafts = [first]
        while True:
            missing = wanted - len({one.text for one in gathered}) - len(drafts)
            drafts += islice(others, max(0, missing))
            if not drafts:
                break
            gathered += self._grown([(root.copy(), draft) for draft in drafts])
            drafts = []
        if not gathered and not self.found.empty:
            candidate = root.copy().cut_back("budget").closed() or root.blank()
            gathered = [] if candidate is None else [candidate]
            self.found.empty = not gathered and root.guard.member
        self.found.candidates = ranked(gathered, wanted)

    def _drafts(self, branches: Sequence[Hypothesis], name: str) -> list[Draft]:
        with self._stopwatch.measure(name):
            return self._drafter.drafts([bytes(branch.text) for branch in branches], LENGTH, self._watch)

    def _grown(self, starts: Sequence[tuple[Hypothesis, Draft]]) -> list[Candidate]:
        """Go on from drafts to the ends of completions, side by side."""
        finished = [self._take(*start) for start in starts]
        while live := [place for place, one in enumerate(finished) if one is None]:
            branches = [starts[place][0] for place in live]
            try:
                drafts = self._drafts(branches, "model")
            except TimeIsUp:
                taken: list[Finished | None] = [branch.cut_back("time") for branch in branches]
            else:
                taken = [self._take(*pair) for pair in zip(branches, drafts, strict=True)]
            for place, one in zip(live, taken, strict=True):
                finished[place] = one
        candidates = (one.closed() for one in finished if one is not None)
        return [one for one in candidates if one is not None]

    def _take(self, branch: Hypothesis, draft: Draft) -> Finished | None:
        """Take what fits of a draft; returns the completion if it ends there."""
        for token in draft.tokens:
            if branch.is_spent:
                return branch.cut_back("budget")
            if branch.may_end:
                branch.note(_end_of(token))
                if branch.ends_at(token.data):
                    return branch.whole("end")
            taken = self._fits(branch, token.data)
            chosen = token if taken else self._next_best(branch, token)
            if chosen is None:
                return branch.cut_back("budget")
            finished = self._append(branch, chosen)
            if finished is not None or not taken:
                return finished
        if draft.tokens and not draft.ended:
            return None
        return self._end(branch) if draft.ended else branch.cut_back("budget")

    def _append(self, branch: Hypothesis, token: Drafted) -> Finished | None:
        self.found.tokens += 1
        if not token.data:
            return branch.whole("end")
        number = self._numbers.setdefault(token.data, len(self._numbers))
        finished = branch.append(number, token.data, token.logprob)
        if finished is None and branch.loop:
            return branch.leave_loop()
        if finished is None:
            branch.look_ahead()
        return finished

    def _fits(self, branch: Hypothesis, data: bytes) -> bool:
        """Whether a token may come next and leaves room for an end; counts what the language refuses."""
        fits = branch.fits(data)
        if not fits:
            refuse(self.found, data, branch, explain=self._task.explain)
        return fits and (not data or branch.leaves_room(0, data))

    def _end(self, branch: Hypothesis) -> Finished:
        """What comes of the model's wish to end here."""
        if branch.may_end:
            return branch.whole("end")
        if not branch.rule.any_text and branch.guard.member:
            self.found.empty = True
            return Finished(None)
        refuse(self.found, b"", branch, explain=self._task.explain)
        return branch.cut_back("budget")

    def _next_best(self, branch: Hypothesis, token: Drafted) -> Drafted | None:
        """The best other token that fits; else as much of the refused one as does."""

        def fits(data: bytes) -> bool:
            return branch.fits(data) and branch.leaves_room(0, data)

        for data, logprob in token.others:
            if fits(data) if data else branch.may_end:
                return Drafted(data, logprob)
        beginnings = (token.data[:length] for length in range(len(token.data) - 1, 0, -1))
        fitting = next((data for data in beginnings if _is_text(data) and fits(data)), None)
        return None if fitting is None else Drafted(fitting, token.logprob)


def _firsts(draft: Draft) -> Iterator[Drafted]:
    """Other first tokens than the draft's, and than the beginnings of it."""
    whole = b"".join(token.data for token in draft.tokens)
    for token in draft.tokens[:1]:
        others = (Drafted(data, logprob) for data, logprob in token.others)
        yield from (other for other in others if other.data and not whole.startswith(other.data))


def _end_of(token: Drafted) -> float:
    """How likely the middle ends before a token: with the text, or with the line."""
    ends = [logprob for data, logprob in token.others if data[:1] in (b"", b"\n", b"\r")]
    if token.data[:1] in (b"\n", b"\r"):
        ends.append(token.logprob)
    return min(1.0, sum(map(math.exp, ends)))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
