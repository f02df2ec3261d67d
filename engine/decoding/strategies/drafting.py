"""Greedy decoding is possible with a model that writes several tokens at a time and shows no logits.

The model drafts a few tokens, and the filter accepts them up to the first that does not fit. This token is
replaced with the best one that fits among the alternatives that the model names, and the model continues
from there. Candidates grow in parallel, so that a server which answers several requests at once receives the
requests for all of their drafts together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from quoin.engine.decoding.hypothesis import Finished, Hypothesis, empty_middle
from quoin.engine.decoding.result import Found, ranked
from quoin.engine.decoding.search import refuse
from quoin.engine.decoding.timing import Deadline, TimeIsUp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.timing import Stopwatch
    from quoin.engine.decoding.tokens.constraint import Constraint

LENGTH = 16
"""The largest length of a draft, in tokens."""


class Alternative(NamedTuple):
    """What the model could have written in place of a token; the empty text is its end.

    Attributes:
        data: The bytes.
        logprob: The natural log-probability.
    """

    data: bytes
    logprob: float


@dataclass(frozen=True)
class Drafted:
    """A token of a draft.

    Attributes:
        data: The token's bytes.
        logprob: Its natural log-probability; 0 if unknown.
        others: The alternatives to this token, best first.
    """

    data: bytes
    logprob: float
    others: tuple[Alternative, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A few tokens, and whether the model ends the text after them."""

    tokens: list[Drafted] = field(default_factory=list)
    ended: bool = False


class Drafter(Protocol):
    """A model that continues middles."""

    def drafts(self, middles: Sequence[bytes], length: int, watch: Deadline) -> list[Draft]:
        """Return a continuation of each middle, of at most `length` tokens.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
        """


def decode_by_drafts(
    drafter: Drafter, task: Task, guard: Constraint, watch: Deadline, stopwatch: Stopwatch
) -> Found:
    """Find the completions of a task within its budgets.

    Args:
        drafter: The model at the cursor.
        task: The task, whose prompt is not used.
        guard: The filter at the cursor.
        watch: The deadline of the work.
        stopwatch: The stopwatch that counts the first draft as `prompt`, and the others as `model`.

    Raises:
        Cancelled: The caller gave up.
        TimeIsUp: The deadline passed before there was a first draft.
    """
    drafting = _Drafting(drafter, task, watch, stopwatch)
    # A text's number of tokens is bounded by its bytes, since the tokeniser of a server's model is unknown.
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
        """Find the candidates: the model's own, and those that begin with alternatives that it names."""
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
        """Grow completions from their first drafts to their ends, in parallel."""
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
        """Append the part of a draft that fits; return the completion if it ends there."""
        for token in draft.tokens:
            if branch.is_spent:
                return branch.cut_back("budget")
            if branch.may_end:
                branch.note(_end_of(token))
                if branch.ends_at(token.data):
                    return branch.whole("end")
            taken = self._fits(branch, token.data)
            chosen = token if taken else self._instead(branch, token)
            if chosen is None:
                return branch.cut_back("budget")
            finished = self._append(branch, chosen)
            if finished is not None or chosen is not token:
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
        """Return whether a token may follow and leaves room for an ending; count the language's refusals."""
        fits = branch.fits(data)
        if not fits:
            refuse(self.found, data, branch, explain=self._task.explain)
        return fits and (not data or branch.leaves_room(0, data))

    def _end(self, branch: Hypothesis) -> Finished:
        """Return the completion after the model has ended the text here."""
        if branch.may_end or (self._task.prefers_names and branch.admits(b"", math.inf)):
            return branch.whole("end")
        if not branch.rule.any_text and branch.guard.member:
            self.found.empty = True
            return Finished(None)
        refuse(self.found, b"", branch, explain=self._task.explain)
        return branch.cut_back("budget")

    def _instead(self, branch: Hypothesis, token: Drafted) -> Drafted | None:
        """Return the best alternative that fits, or the longest fitting beginning of the refused token.

        It is the token itself if it was refused only for an unknown name, of which the model is much surer.
        """

        def fits(data: bytes) -> bool:
            return branch.fits(data) and branch.leaves_room(0, data)

        others = (Drafted(*one) for one in token.others if (fits(one.data) if one.data else branch.may_end))
        best = next(others, None)
        lead = math.inf if best is None else token.logprob - best.logprob
        if self._task.prefers_names and branch.admits(token.data, lead):
            return token
        if best is not None:
            return best
        beginnings = (token.data[:length] for length in range(len(token.data) - 1, 0, -1))
        fitting = next((data for data in beginnings if _is_text(data) and fits(data)), None)
        return None if fitting is None else Drafted(fitting, token.logprob)


def _firsts(draft: Draft) -> Iterator[Drafted]:
    """Yield the alternatives to a draft's first token that are not beginnings of the draft."""
    whole = b"".join(token.data for token in draft.tokens)
    for token in draft.tokens[:1]:
        others = (Drafted(data, logprob) for data, logprob in token.others)
        yield from (other for other in others if other.data and not whole.startswith(other.data))


def _end_of(token: Drafted) -> float:
    """Return the probability that the middle ends before a token, with the text or with the line."""
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
