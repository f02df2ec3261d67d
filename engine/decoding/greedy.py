"""Greedy decoding under a filter (the paper, section VII-B).

At each place the model's best tokens are tried against the filter, best first; only if none of the
first `TRIED` fits is the filter asked for all tokens it allows. Several candidates begin with the
best different tokens and go on greedily, which shares the prompt's evaluation among them.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from engine.decoding.branch import Branch, Finished
from engine.decoding.distribution import Distribution
from engine.decoding.healing import Healer
from engine.decoding.outcome import Candidate, Refusal, Stop
from engine.decoding.stop import StopRule
from engine.decoding.vocabulary_index import VocabularyIndex
from engine.decoding.watch import TimeIsUp, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.decoding.guard import Guard
    from engine.decoding.interfaces import Model
    from engine.decoding.stopwatch import Stopwatch

TRIED = 50
"""How many of the best tokens are tried before the filter is asked for all."""

MASKED = 2000
"""How many tokens of those that it allows are looked at then."""

SURE_OF_NOTHING = 0.5
"""From this probability of the end on, a model that would end at once is believed."""

SPARE = 2
"""How many more first tokens are tried when some give no candidate of their own."""

UNLIKELY = 7.0
"""A first token that is less likely than the best by more than this many nats is not tried."""

EXPLAINED = 200
"""How many refusals are reported at most."""

END = -1
"""Stands for all tokens that end a text."""


@dataclass(frozen=True)
class Task:
    """What to complete.

    Attributes:
        prompt: tokens to go on from.
        given_back: bytes at the end of the text before the cursor that the prompt leaves out.
        left: the text before the cursor, for the stop rule.
        stop: where to end.
        max_tokens: budget of each candidate.
        max_lines: most lines of a candidate.
        candidates: how many different ones are wanted.
        explain: whether refusals are reported.
    """

    prompt: list[int]
    given_back: bytes
    left: bytes
    stop: Stop
    max_tokens: int
    max_lines: int | None = None
    candidates: int = 1
    explain: bool = False

    def root(self, guard: Guard) -> Branch:
        """The empty middle."""
        return Branch(
            guard,
            StopRule(self.stop, self.left),
            self.given_back,
            self.max_lines,
            after_blank=self.left.endswith((b" ", b"\t")),
        )


@dataclass
class Found:
    """What decoding gives: candidates, complete ones first and by falling score, and how it went."""

    candidates: list[Candidate] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    tokens: int = 0
    tokens_refused: int = 0


class GreedyDecoder:
    """Decodes with one model.

    Attributes:
        index: of the model's vocabulary.
    """

    def __init__(self, model: Model) -> None:
        self.index = VocabularyIndex(model.pieces, model.ends)
        self.model = model
        self.healer = Healer(self.index)

    def decode(self, task: Task, guard: Guard, watch: Watch, stopwatch: Stopwatch) -> Found:
        """Complete as well as the budgets allow.

        Args:
            task: what to complete.
            guard: at the cursor.
            watch: ends the work early.
            stopwatch: takes the time of the first evaluation as `prompt`, of the others as `model`.

        Raises:
            Cancelled: as the watch says.
        """
        run = _Run(self, task, watch, stopwatch)
        with suppress(TimeIsUp):
            run.branch_out(task.root(guard))
        return run.found


class _Run:
    """The decoding of one task; what it finds gathers in `found`."""

    def __init__(self, decoder: GreedyDecoder, task: Task, watch: Watch, stopwatch: Stopwatch) -> None:
        self.found = Found()
        self._model = decoder.model
        self._index = decoder.index
        self._healer = decoder.healer
        self._task = task
        self._watch = watch
        self._stopwatch = stopwatch

    def branch_out(self, root: Branch) -> None:
        """Find the candidates, each with a first token of its own."""
        seen = self._look(root, "prompt").kept()
        if self._sure_of_nothing(seen, root):
            return
        wanted = self._task.candidates
        texts: dict[str, Candidate] = {}
        closed: dict[str, Candidate] = {}
        best = None
        for token, logprob in islice(self._allowed(seen, root), wanted + SPARE):
            best = logprob if best is None else best
            if logprob < best - UNLIKELY:
                break
            candidate = self._continue(root.copy(), token, logprob).candidate
            if candidate is not None:
                (closed if candidate.ended == "closed" else texts).setdefault(candidate.text, candidate)
            if len(texts) == wanted:
                break
        # What had to be closed is offered only where the model ended nothing by itself.
        self.found.candidates = sorted((texts or closed).values(), key=_rank)[:wanted]

    def _continue(self, branch: Branch, token: int, logprob: float) -> Finished:
        """Go on greedily from a first token to the end of the completion."""
        while token != END:
            self.found.tokens += 1
            finished = branch.append(token, self._model.pieces[token], logprob)
            if finished is not None:
                return finished
            if branch.loop:
                return branch.leave_loop()
            try:
                seen = self._look(branch, "model")
            except TimeIsUp:
                return branch.cut_back("time")
            if self._sure_of_nothing(seen, branch):
                return Finished(None)
            if branch.may_end:
                branch.note(seen.mass(self._index.ends) + seen.mass(self._index.line_ends))
            following = next(self._allowed(seen, branch), None)
            if following is None or (len(branch.tokens) >= self._task.max_tokens and following[0] != END):
                return branch.cut_back("budget")
            token, logprob = following
        return branch.whole("end")

    def _look(self, branch: Branch, name: str) -> Distribution:
        """Probabilities of the next token of a branch."""
        self._watch.check()
        with self._stopwatch.measure(name):
            logits = self._model.evaluate(self._task.prompt + branch.tokens, self._watch)
        return Distribution(logits, self._healer.agreeing(branch.rest))

    def _sure_of_nothing(self, seen: Distribution, branch: Branch) -> bool:
        """Whether the middle could stay blank and the model is sure that it should."""
        if branch.rest or branch.rule.any_text or not branch.guard.member:
            return False
        return seen.mass(self._index.ends) > SURE_OF_NOTHING

    def _allowed(self, seen: Distribution, branch: Branch) -> Iterator[tuple[int, float]]:
        """Tokens that fit and their log-probabilities, best first; all ends of a text are `END`."""
        tried: set[int] = set()
        later = []
        for token in seen.best_first(None if branch.rest else TRIED):
            tried.add(token)
            if not self._fits(token, branch):
                continue
            if branch.second_choice(self._model.pieces[token]):
                later.append(token)
            else:
                yield self._named(token), seen.logprob(token)
        for token in later:
            yield token, seen.logprob(token)
        if branch.rest:
            return
        allowed = branch.guard.allowed()
        if branch.may_end:
            allowed = np.concatenate((allowed, self._index.ends))
        for number in seen.best_allowed(allowed)[:MASKED]:
            token = int(number)
            # A mask knows the language alone; what stays in context is asked of each token.
            if token not in tried and self._fits(token, branch):
                yield self._named(token), seen.logprob(token)

    def _named(self, token: int) -> int:
        return END if token in self._model.ends else token

    def _fits(self, token: int, branch: Branch) -> bool:
        """Whether a token may come next; counts those that the language refuses."""
        piece = self._model.pieces[token]
        if token in self._model.ends:
            if not branch.guard.member:
                self._refuse(b"", branch)
            return branch.may_end
        if not piece:
            return False
        fits = branch.fits(piece)
        if not fits:
            self._refuse(piece, branch)
        return fits

    def _refuse(self, piece: bytes, branch: Branch) -> None:
        self.found.tokens_refused += 1
        if self._task.explain and len(self.found.refused) < EXPLAINED:
            behind, expected = branch.refusal(piece)
            token, text = (data.decode("utf-8", "replace") for data in (piece, behind))
            self.found.refused.append(Refusal(len(behind), token, expected, text))


def _rank(candidate: Candidate) -> tuple[int, float]:
    """Complete ones first: a model that repeats itself until the budget ends is very sure of it."""
    return _LAST.get(candidate.ended, 0), -candidate.score


_LAST = {"budget": 1, "time": 1}
