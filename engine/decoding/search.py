"""The decoding of one task: what all ways of choosing tokens share."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING

import numpy as np

from quoin.engine.decoding.hypothesis import Finished, Hypothesis, refuse
from quoin.engine.decoding.result import Found
from quoin.engine.decoding.timing import Deadline, TimeIsUp
from quoin.engine.decoding.tokens.distribution import Distribution, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quoin.engine.decoding.model import Floats, Ids, Model
    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.timing import Measured, Stopwatch
    from quoin.engine.decoding.tokens.healing import Healer
    from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex

    Choice = tuple[int, float]
    Choose = Callable[[Distribution, Hypothesis], Choice | None]

TRIED = 50
"""How many of the best tokens are tried before the filter is asked for all."""

PATIENCE = 6
"""Refused tokens after which the filter is asked for many at once."""

AT_ONCE = (64, 512, 4096)
"""How many it is asked for then, one time after another."""

MASKED = 2000
"""How many tokens of those that it allows are looked at then."""

SURE_OF_NOTHING = 0.5
"""From this probability of the end on, a model that would end at once is believed."""

END = -1
"""Stands for all tokens that end a text."""


@dataclass(frozen=True)
class ModelContext:
    """A model, and what is known of its vocabulary and of where its logits are."""

    model: Model
    index: VocabularyIndex
    healer: Healer
    rows: Rows


@dataclass(frozen=True)
class Start:
    """Where a completion begins.

    Attributes:
        branch: which is to grow.
        first: its first token.
        choose: the way to choose those that follow.
    """

    branch: Hypothesis
    first: Choice
    choose: Choose


class Search:
    """The decoding of one task.

    Args:
        voice: whose tokens they are.
        task: what to complete.
        watch: ends the work early.
        stopwatch: takes the time of the first evaluation as `prompt`, of the others as `model`.

    Attributes:
        found: gathers what is found.
    """

    def __init__(self, voice: ModelContext, task: Task, watch: Deadline, stopwatch: Stopwatch) -> None:
        self.found = Found()
        self.task = task
        self._model = voice.model
        self._index = voice.index
        self._healer = voice.healer
        self._watch = watch
        self._first, self._further = stopwatch.measure("prompt"), stopwatch.measure("model")
        self._prompt = array("i", task.prompt)
        self._rows = voice.rows

    def first_look(self, root: Hypothesis) -> Distribution | None:
        """Probabilities of the first token, for use after other calls; None if there is to be none."""
        seen = self._look([root], self._first)[0].keep()
        root.look_ahead()
        return None if self.sure_of_nothing(seen, root) else seen

    def look(self, branches: Sequence[Hypothesis]) -> list[Distribution]:
        """Probabilities of each branch's next token; notes how likely the middle ends there.

        Raises:
            Cancelled, TimeIsUp: as the watch says.
        """
        seen = self._look(branches, self._further)
        for branch, distribution in zip(branches, seen, strict=True):
            if branch.may_end:
                branch.note(distribution.mass(self._index.stops))
        return seen

    def grow(self, starts: Sequence[Start]) -> list[Finished]:
        """Go on from first tokens to the ends of completions, side by side as far as the model can.

        What comes of each does not depend on the others.
        """
        finished = [self._begun(start) for start in starts]
        live = [place for place, one in enumerate(finished) if one is None]
        while live:
            # Those for which there is no room wait until others have ended.
            together = live[: self._room([starts[place].branch for place in live])]
            try:
                seen = self.look([starts[place].branch for place in together])
            except TimeIsUp:
                for place in live:
                    finished[place] = starts[place].branch.cut_back("time")
                break
            for place, distribution in zip(together, seen, strict=True):
                finished[place] = self._gone_on(starts[place], distribution)
            live = [place for place in live if finished[place] is None]
        return [one for one in finished if one is not None]

    def _room(self, branches: Sequence[Hypothesis]) -> int:
        """How many of the first branches can be looked at together."""
        if len(branches) == 1:
            return 1
        return self._model.fitting([self._prompt + branch.tokens for branch in branches])

    def _begun(self, start: Start) -> Finished | None:
        token, logprob = start.first
        return start.branch.whole("end") if token == END else self.append(start.branch, token, logprob)

    def _gone_on(self, start: Start, seen: Distribution) -> Finished | None:
        """Choose a branch's next token and append it; returns the completion if it ends."""
        branch = start.branch
        if self.sure_of_nothing(seen, branch):
            return Finished(None)
        following = start.choose(seen, branch)
        if following is None or (branch.is_spent and following[0] != END):
            return branch.cut_back("budget")
        return branch.whole("end") if following[0] == END else self.append(branch, *following)

    def append(self, branch: Hypothesis, token: int, logprob: float) -> Finished | None:
        """Append a token, and what must follow it; returns the completion if it ends with them."""
        self.found.tokens += 1
        finished = branch.append(token, self._model.pieces[token], logprob)
        if finished is not None:
            return finished
        if branch.loop:
            return branch.leave_loop()
        finished = self._force(branch)
        if finished is None:
            branch.look_ahead()
        return finished

    def sure_of_nothing(self, seen: Distribution, branch: Hypothesis) -> bool:
        """Whether the middle could stay blank and the model is sure that it should."""
        if branch.rest or branch.rule.any_text or not branch.guard.member:
            return False
        sure = seen.mass(self._index.ends) > SURE_OF_NOTHING or self._sure_of_what_follows(seen, branch)
        self.found.empty |= sure
        return sure

    def _sure_of_what_follows(self, seen: Distribution, branch: Hypothesis) -> bool:
        """Whether the model says what stands after the cursor; who has asked for a text gets another one."""
        token = seen.first if self.task.unasked else None
        if token is None or not branch.wants_nothing(self._model.pieces[token]):
            return False
        return seen.logprob(token) > math.log(SURE_OF_NOTHING)

    def last_resort(self, root: Hypothesis) -> list[Candidate]:
        """What the language itself brings to an end, where the model came to none and does not want none."""
        fits_so = root.guard.member
        candidate = None if self.found.empty else root.cut_back("budget").closed() or root.blank()
        self.found.empty |= candidate is None and fits_so
        return [] if candidate is None else [candidate]

    def best(self, seen: Distribution, branch: Hypothesis) -> Choice | None:
        """The likeliest token that fits, as `allowed` has it; None where none does."""
        token = seen.first
        if token is None:
            return None
        fits = self.fits(token, branch)
        if fits and not branch.second_choice(self._model.pieces[token]):
            return self.named(token, branch), seen.logprob(token)
        return next(self.allowed(seen, branch, first_fits=fits), None)

    def allowed(
        self, seen: Distribution, branch: Hypothesis, *, first_fits: bool | None = None
    ) -> Iterator[Choice]:
        """Tokens that fit and their log-probabilities, best first; all ends of a text are `END`.

        Args:
            seen: the model's probabilities.
            branch: where the token is to come.
            first_fits: whether the likeliest one fits, where that has been asked.
        """
        later = []
        for token, fits in self._tried(seen, branch, first_fits=first_fits):
            if not fits:
                continue
            if branch.second_choice(self._model.pieces[token]):
                later.append(token)
            else:
                yield self.named(token, branch), seen.logprob(token)
        for token in later:
            yield token, seen.logprob(token)
        if branch.rest:
            return
        tried = set(seen.best_first(TRIED))
        for token in seen.best_allowed(self.perhaps(branch), MASKED):
            if token not in tried and self.fits(token, branch):
                yield self.named(token, branch), seen.logprob(token)

    def _tried(
        self, seen: Distribution, branch: Hypothesis, *, first_fits: bool | None
    ) -> Iterator[tuple[int, bool]]:
        """The best tokens and whether each fits; those that the filter refuses may be left out."""
        tokens = seen.best_first(None if branch.rest else TRIED)
        refused = 0
        for token in tokens:
            fits = self.fits(token, branch) if first_fits is None else first_fits
            first_fits = None
            yield token, fits
            refused += not fits
            if refused == PATIENCE:
                break
        sizes = chain(AT_ONCE, repeat(AT_ONCE[-1]))
        while some := list(islice(tokens, next(sizes))):
            yield from self._together(some, branch)

    def _together(self, tokens: list[int], branch: Hypothesis) -> Iterator[tuple[int, bool]]:
        """The same of many tokens, of which few are likely to fit."""
        accepted = branch.accepts_each(tokens)
        if self.task.explain or branch.rule.awaits_text:
            for token, accepts in zip(tokens, accepted.tolist(), strict=True):
                yield token, self.fits(token, branch, perhaps=accepts)
            return
        before = 0
        for place in np.flatnonzero(accepted).tolist():
            self.found.tokens_refused += place - before
            before = place + 1
            yield tokens[place], self.fits(tokens[place], branch)
        self.found.tokens_refused += len(tokens) - before

    def perhaps(self, branch: Hypothesis) -> Ids:
        """All tokens that fit, and perhaps others."""
        agreeing = self._healer.agreeing(branch.rest)
        if agreeing is not None:
            return agreeing
        allowed = branch.guard.allowed()
        return np.concatenate((allowed, self._index.ends)) if branch.may_end else allowed

    def fits(self, token: int, branch: Hypothesis, *, perhaps: bool = True) -> bool:
        """Whether a token may come next; counts those that the language refuses, not what the budget does.

        Args:
            token: a token.
            branch: where it is to come.
            perhaps: False if the filter is known to refuse it.
        """
        piece = self._model.pieces[token]
        if token in self._model.ends:
            if not branch.guard.member:
                refuse(self.found, b"", branch, explain=self.task.explain)
            return branch.may_end
        if not piece:
            return False
        if branch.ends_at(piece):
            return True
        fits = branch.fits(piece, perhaps=perhaps)
        if not fits:
            refuse(self.found, piece, branch, explain=self.task.explain)
        return fits and branch.leaves_room(token, piece)

    def named(self, token: int, branch: Hypothesis) -> int:
        """The token, or what stands for all ends of a text."""
        ends = token in self._model.ends or branch.ends_at(self._model.pieces[token])
        return END if ends else token

    def _look(self, branches: Sequence[Hypothesis], time: Measured) -> list[Distribution]:
        self._watch.check()
        texts = [self._prompt + branch.tokens for branch in branches]
        with time:
            rows = self._model.evaluate_all(texts, self._watch)
        return [self._distribution(row, branch) for row, branch in zip(rows, branches, strict=True)]

    def _distribution(self, row: Floats, branch: Hypothesis) -> Distribution:
        agreeing = self._healer.agreeing(branch.rest) if branch.rest else None
        if self.task.ngrams is None:
            return Distribution(row, agreeing, self._rows)
        return Distribution(self.task.ngrams.mixed(row, branch.tokens, agreeing), agreeing)

    def _force(self, branch: Hypothesis) -> Finished | None:
        """Append what must come next; then the tokens are those that the whole text is made of."""
        if branch.rest or not branch.guard.cuts_back:
            return None
        data = branch.guard.forced()
        if not data:
            return None
        finished = branch.force(data)
        if finished is None:
            whole = self.task.given_back + branch.text
            tokens = self._model.tokenise(whole)
            # Not every tokeniser gives back the very text.
            if b"".join(self._model.pieces[token] for token in tokens) == whole:
                branch.align(tokens, self._model.pieces)
            else:
                branch.extend(self._model.tokenise(data))
        return finished
