"""A `Decoder` decodes with one model: greedily, by sampling, or by beam search."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from quoin.engine.decoding.hypothesis import empty_middle
from quoin.engine.decoding.search import ModelContext, Search
from quoin.engine.decoding.strategies.beam import decode_by_beams
from quoin.engine.decoding.strategies.greedy import decode_greedily
from quoin.engine.decoding.strategies.sampling import decode_by_sampling
from quoin.engine.decoding.timing import TimeIsUp
from quoin.engine.decoding.tokens.distribution import Rows
from quoin.engine.decoding.tokens.healing import Healer
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex

if TYPE_CHECKING:
    from quoin.engine.decoding.model import Model
    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.result import Candidate, Found
    from quoin.engine.decoding.timing import Deadline, Stopwatch
    from quoin.engine.decoding.tokens.constraint import Constraint


class Decoder:
    """The decoding with one model.

    Attributes:
        index: The index of the model's vocabulary.
    """

    def __init__(self, model: Model) -> None:
        self.index = VocabularyIndex(model.pieces, model.ends)
        # The language ends middles with few different texts, whose tokens are counted many times.
        self._count = lru_cache(256)(lambda text: len(model.tokenise(text)))
        self._voice = ModelContext(model, self.index, Healer(self.index), Rows())

    def decode(self, task: Task, guard: Constraint, watch: Deadline, stopwatch: Stopwatch) -> Found:
        """Find the completions of a task within its budgets.

        Args:
            task: The task.
            guard: The filter at the cursor.
            watch: The deadline of the work.
            stopwatch: The stopwatch that counts the first evaluation as `prompt`, and the others as `model`.

        Raises:
            Cancelled: The caller gave up.
        """
        run = Search(self._voice, task, watch, stopwatch)
        run.follow_names(guard)
        with suppress(TimeIsUp):
            self._decode(run, guard)
            first = run.found.candidates
            if any(_owes_names(one, guard) for one in first):
                # The model did not mean to bind these names, and what the language adds for them reads badly.
                run.found.candidates = []
                try:
                    self._decode(run, guard.owing_nothing())
                finally:
                    run.found.candidates = run.found.candidates or first
        return run.found

    def _decode(self, run: Search, guard: Constraint) -> None:
        task, root = run.task, empty_middle(run.task, guard, self._count)
        if guard.needs_no_model():
            run.found.candidates = run.last_resort(root)
        if run.found.candidates:
            return
        if task.sampling is not None:
            decode_by_sampling(run, root, task.sampling)
        elif task.beams > 1:
            decode_by_beams(run, root)
        else:
            decode_greedily(run, root)


def _owes_names(candidate: Candidate, guard: Constraint) -> bool:
    """Return whether the model left the end of a candidate to the language, which had to bind names there."""
    if candidate.ended not in ("closed", "open"):
        return False
    there = guard.admitting_all() if candidate.unknown else guard.copy()
    written = candidate.text[: candidate.written].encode()
    if not there.accepts(written):
        return False
    there.advance(written)
    return bool(there.unsettled_names())
