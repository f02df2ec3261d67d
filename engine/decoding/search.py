"""`Search` is the part of decoding a task that all strategies share."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING

import numpy as np

from quoin.engine.decoding.block_ends import BlockEnds, OpenLines
from quoin.engine.decoding.endings.headings import Headings
from quoin.engine.decoding.endings.repetition import Neighbours
from quoin.engine.decoding.hypothesis import WORD, Finished, Hypothesis
from quoin.engine.decoding.member_preference import MemberPreference
from quoin.engine.decoding.model import END
from quoin.engine.decoding.result import Found, Refusal
from quoin.engine.decoding.steering import GOES_ON, Steering
from quoin.engine.decoding.timing import Deadline, TimeIsUp
from quoin.engine.decoding.tokens.distribution import Distribution, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quoin.engine.decoding.model import Choice, Floats, Ids, Model
    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.timing import Measured, Stopwatch
    from quoin.engine.decoding.tokens.constraint import Constraint
    from quoin.engine.decoding.tokens.healing import Healer
    from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex

    Choose = Callable[[Distribution, Hypothesis], Choice | None]

TRIED = 50
"""The number of best tokens that are tried before the filter computes a mask of all tokens."""

PATIENCE = 6
"""The number of refused tokens after which the filter tests many at once."""

AT_ONCE = (64, 512, 4096)
"""The numbers of tokens that the filter then tests at once, in this order."""

MASKED = 2000
"""The largest number of tokens of the mask that are tried."""

SURE_OF_NOTHING = 0.5
"""The probability of the end above which an empty completion is accepted."""

UNMEANT = 3.0
"""The log-probability, in nats, by which a refused token must be likelier than any that fits.

The model then did not mean to bind the names that the middle has yet to bind.
"""

MEANT = 5.0
"""The log-probability, in nats, by which a token that goes on with an unknown typed name may be less likely.

The user is more often in the middle of a known name than at the end of an unknown one.
"""

EXPLAINED = 200
"""The largest number of refusals that are reported."""

BACK = -2
"""A token number that stands for going back to the place before a name that the middle has yet to bind."""

RETRY = -3
"""A token number that says that the branch has taken its last word or line back."""


@dataclass(frozen=True)
class ModelContext:
    """A model, the indices of its vocabulary, and the addresses of its logits."""

    model: Model
    index: VocabularyIndex
    healer: Healer
    rows: Rows


@dataclass(frozen=True)
class Start:
    """The start of a completion.

    Attributes:
        branch: The hypothesis that is to grow.
        first: Its first token.
        choose: The function that chooses the following tokens.
    """

    branch: Hypothesis
    first: Choice
    choose: Choose


class Search:
    """The decoding of one task.

    Args:
        voice: The model.
        task: The task.
        watch: The deadline of the work.
        stopwatch: The stopwatch that counts the first evaluation as `prompt`, and the others as `model`.

    Attributes:
        found: The result so far.
        task: The task.
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
        self._steering: Steering | None = None
        known = task.members
        self._members = None if known is None else MemberPreference(known, task, voice.model)
        # Who has asked gets what the model says, a body in the header's line included.
        wanted = task.by_columns and task.unasked
        self._block_ends = BlockEnds(task.left, voice.model) if wanted else None
        self._open_lines = OpenLines(task.right, voice.index)
        self._headings = Headings(task.headings, task.left)
        self._neighbours = Neighbours(task.left, task.right)
        self._follows_names = False
        self._goes_on_typing = False

    def follow_names(self, guard: Constraint) -> None:
        """Follow what the middle reads and binds, if names matter; `guard` is the filter at the cursor."""
        self._follows_names = guard.filters_names
        self._goes_on_typing = self.task.prefers_names and guard.has_typed_unknown_name()
        missing = [one.name for one in guard.missing() if one.is_near]
        near = [name for name in missing if not guard.is_importable(name.encode())]
        self._steering = Steering(near, self.task, self._model) if near else None

    def first_look(self, root: Hypothesis) -> Distribution | None:
        """Return a lasting distribution of the first token; None if the model prefers to end."""
        seen = self._look([root], self._first)[0].keep()
        root.look_ahead()
        return None if self.sure_of_nothing(seen, root) else seen

    def look(self, branches: Sequence[Hypothesis]) -> list[Distribution]:
        """Return the distribution of each branch's next token; record how likely the middle ends there.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
        """
        seen = self._look(branches, self._further)
        for branch, distribution in zip(branches, seen, strict=True):
            if branch.may_end:
                branch.note(distribution.mass(self._index.stops))
        return seen

    def grow(self, starts: Sequence[Start]) -> list[Finished]:
        """Grow completions from their first tokens to their ends, in the batches that the model allows.

        The result of each does not depend on the others.
        """
        finished = [self._begun(start) for start in starts]
        live = [place for place, one in enumerate(finished) if one is None]
        while live:
            # Branches that do not fit into the model's batch wait until others have ended.
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
        """Return how many of the branches, from the first one on, can be evaluated together."""
        if len(branches) == 1:
            return 1
        return self._model.fitting([self._prompt + branch.tokens for branch in branches])

    def _begun(self, start: Start) -> Finished | None:
        token, logprob = start.first
        return start.branch.whole("end") if token == END else self.append(start.branch, token, logprob)

    def _gone_on(self, start: Start, seen: Distribution) -> Finished | None:
        """Choose a branch's next token and append it; return the completion if it ends."""
        branch = start.branch
        if self.sure_of_nothing(seen, branch):
            return Finished(None)
        following = start.choose(seen, branch)
        if following is not None and following[0] in (BACK, RETRY):
            if following[0] == BACK:
                branch.go_back()
            return None
        if following is None or (branch.is_spent and following[0] != END):
            return branch.cut_back("budget")
        if following[0] != END and branch.is_unlikely(self.task.least):
            return branch.cut_back("budget")
        if following[0] != END:
            return self.append(branch, *following)
        return None if self._leaves_neighbour(branch) else branch.whole("end")

    def _leaves_neighbour(self, branch: Hypothesis) -> bool:
        """Go back before a line that stands next to the cursor's already; return whether it was one."""
        return self._neighbours.has(branch.text) and branch.leave_line()

    def append(self, branch: Hypothesis, token: int, logprob: float) -> Finished | None:
        """Append a token and the bytes that must follow it; return the completion if it ends with them."""
        self.found.tokens += 1
        before = branch.copy() if self._follows_names or self.task.clashes is not None else None
        begins = self._headings.may_begin(branch.text) or self._neighbours.may_come(branch.text)
        line = branch.copy() if begins else None
        finished = branch.append(token, self._model.pieces[token], logprob)
        branch.line = line or branch.line
        ends_line = finished is not None or b"\n" in self._model.pieces[token]
        if ends_line and self._leaves_neighbour(branch):
            return None
        if finished is not None:
            return finished
        if before is not None:
            branch.follow(before)
        if branch.loop:
            return branch.leave_loop()
        if self._open_lines.is_chosen(token, branch):
            self._align(branch, most=len(branch.tokens) - 1)
        finished = self._force(branch)
        if finished is None:
            branch.look_ahead()
        return finished

    def sure_of_nothing(self, seen: Distribution, branch: Hypothesis) -> bool:
        """Return whether the middle is blank and a member, and the model is sure that it should remain so."""
        if branch.rest or branch.rule.any_text or not branch.guard.member:
            return False
        sure = seen.mass(self._index.ends) > SURE_OF_NOTHING or self._sure_of_what_follows(seen, branch)
        self.found.empty |= sure
        return sure

    def _sure_of_what_follows(self, seen: Distribution, branch: Hypothesis) -> bool:
        """Return whether the model is sure of a token that repeats what follows the cursor.

        A user who has asked for a completion gets another one instead.
        """
        token = seen.first if self.task.unasked else None
        if token is None or not branch.wants_nothing(self._model.pieces[token]):
            return False
        return seen.logprob(token) > math.log(SURE_OF_NOTHING)

    def last_resort(self, root: Hypothesis) -> list[Candidate]:
        """Return a completion that the language writes alone, unless the model prefers an empty one."""
        fits_so = root.guard.member
        candidate = None if self.found.empty else root.cut_back("budget").closed() or root.blank()
        self.found.empty |= candidate is None and fits_so
        return [] if candidate is None else [candidate]

    def best(self, seen: Distribution, branch: Hypothesis) -> Choice | None:
        """Return the likeliest token that fits, or that may follow because of its name; None if none does."""
        token = seen.first
        if token is None:
            return None
        line_end = self._open_lines.choose(seen, branch)
        if line_end is not None:
            return line_end
        is_left = self._names_file(token, branch) and branch.leave_line()
        if is_left or (self._clashes(token, branch) and branch.take_back_word()):
            return RETRY, 0.0
        fits = self.fits(token, branch)
        if fits and not branch.second_choice(self._model.pieces[token]):
            best: Choice | None = self.named(token, branch), seen.logprob(token)
        else:
            best = next(self.allowed(seen, branch, first_fits=fits), None)
            surer = None if fits or token in branch.barred else self._surer(token, seen, branch, best)
            if surer is not None:
                return surer
        if best is not None and self._goes_on_typing and not branch.text:
            best = self._going_on(seen, branch, best)
        if best is not None and self._steering is not None:
            best = self._steering.choose(seen, branch, best, self.allowed(seen, branch))
        if best is not None and self._members is not None:
            best = self._members.choose(seen, branch, best, self.allowed(seen, branch))
        if best is not None and self._block_ends is not None:
            best = self._block_ends.choose(seen, branch, best)
        return best

    def _going_on(self, seen: Distribution, branch: Hypothesis, best: Choice) -> Choice:
        """Return the best token that goes on with the name that the user has typed, if it is likely."""
        for token, logprob in chain((best,), islice(self.allowed(seen, branch), TRIED)):
            if best[1] - logprob > MEANT:
                break
            piece = b"" if token < 0 else self._model.pieces[token]
            if len(piece) < len(branch.rest) or GOES_ON.match(branch.beyond(piece) or b""):
                return token, logprob
        return best

    def _surer(
        self, token: int, seen: Distribution, branch: Hypothesis, best: Choice | None
    ) -> Choice | None:
        """Return what follows instead of the best token that fits, if the model is surer of a refused one."""
        logprob = seen.logprob(token)
        lead = math.inf if best is None else logprob - best[1]
        if branch.owes_unmeant and lead > UNMEANT:
            return BACK, 0.0
        ends = token in self._model.ends
        piece = b"" if ends else self._model.pieces[token]
        if self.task.prefers_names and branch.admits(piece, lead):
            return (END if ends else token), logprob
        if lead > UNMEANT and not GOES_ON.match(piece) and branch.take_back_word():
            return RETRY, 0.0
        return None

    def allowed(
        self, seen: Distribution, branch: Hypothesis, *, first_fits: bool | None = None
    ) -> Iterator[Choice]:
        """Yield the tokens that fit and their log-probabilities, best first; those that end a text are `END`.

        Args:
            seen: The distribution of the next token.
            branch: The hypothesis before the token.
            first_fits: Whether the likeliest token fits; None if unknown.
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
        """Yield the best tokens and whether each fits; tokens that the filter refuses may be omitted."""
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
        """Yield tokens and whether each fits, with one call of the filter; few are expected to fit."""
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
        """Return all tokens that fit, and perhaps others."""
        agreeing = self._healer.agreeing(branch.rest)
        if agreeing is not None:
            return agreeing
        allowed = branch.guard.allowed()
        return np.concatenate((allowed, self._index.ends)) if branch.may_end else allowed

    def fits(self, token: int, branch: Hypothesis, *, perhaps: bool = True) -> bool:
        """Return whether a token may follow; count it if the language refuses it, but not if the budget does.

        Args:
            token: The token.
            branch: The hypothesis before the token.
            perhaps: False if the filter is known to refuse the token.
        """
        piece = self._model.pieces[token]
        if token in branch.barred:
            return False
        if token in self._model.ends:
            if not branch.guard.member:
                refuse(self.found, b"", branch, explain=self.task.explain)
            return branch.may_end
        if not piece:
            return False
        if branch.ends_at(piece):
            return True
        if self._names_file(token, branch):
            return False
        fits = branch.fits(piece, perhaps=perhaps)
        if not fits:
            refuse(self.found, piece, branch, explain=self.task.explain)
        return fits and branch.leaves_room(token, piece)

    def _clashes(self, token: int, branch: Hypothesis) -> bool:
        """Return whether a token ends a name whose type does not go with the cursor's line."""
        clashes = self.task.clashes
        if clashes is None or branch.rest or not WORD.search(branch.text):
            return False
        is_end = self.named(token, branch) == END
        piece = b"" if is_end else self._model.pieces[token]
        if GOES_ON.match(piece) or (not is_end and not piece):
            return False
        return clashes.has(bytes(branch.text) + piece, goes_on=not is_end and b"\n" not in piece)

    def _names_file(self, token: int, branch: Hypothesis) -> bool:
        """Return whether a token makes a line with which the prompt names a file."""
        return self._headings.come(branch.text, branch.beyond(self._model.pieces[token]) or b"")

    def named(self, token: int, branch: Hypothesis) -> int:
        """Return the token, or `END` if the middle ends with it."""
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
        """Append the bytes that must follow; the tokens are then replaced with those of the whole text."""
        if branch.rest or not branch.guard.cuts_back:
            return None
        data = branch.guard.forced()
        if not data:
            return None
        finished = branch.force(data)
        if finished is None and not self._align(branch):
            branch.extend(self._model.tokenise(data))
        return finished

    def _align(self, branch: Hypothesis, most: float = math.inf) -> bool:
        """Replace a branch's tokens with those of its text; return whether those spell it exactly.

        Nothing is replaced where they do not, or where they are more than `most`.
        """
        whole = self.task.given_back + branch.text
        tokens = self._model.tokenise(whole)
        # Not every tokeniser reproduces the text exactly.
        is_exact = len(tokens) <= most and b"".join(self._model.pieces[token] for token in tokens) == whole
        if is_exact:
            branch.align(tokens, self._model.pieces)
        return is_exact


def refuse(found: Found, piece: bytes, branch: Hypothesis, *, explain: bool) -> None:
    """Count a token that the language refuses, and record why; its bytes are empty for the end."""
    found.tokens_refused += 1
    if explain and len(found.refused) < EXPLAINED:
        fitting, expected = branch.refusal(piece)
        token, text = (data.decode("utf-8", "replace") for data in (piece, fitting))
        found.refused.append(Refusal(len(fitting), token, expected, text))
