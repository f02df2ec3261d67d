"""A run over many files: whole texts, then turns of cuts and mutants, in several processes if wanted."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test.comparison import Comparison, Report
from quoin.lsp_server.grammar_test.corpus import Corpus, source_text
from quoin.lsp_server.grammar_test.differences import smaller
from quoin.lsp_server.harness.cuts import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from quoin.lsp_server.grammar_test.differences import Difference
    from quoin.lsp_server.grammar_test.examined import Examined

TASK = 20
"""The number of turns, or of whole files, that one task of a process consists of."""
_TRIES = 5
"""The number of differences of a kind that are made small, for each distinct one that is to be shown."""
_VERDICTS = ("whole texts", "mutants", "recut mutants", "viable prefixes")


@dataclass(frozen=True)
class Run:
    """What is compared.

    Attributes:
        make: Makes what is examined, in each process anew, so that it must be picklable.
        paths: The files.
        kinds: The kinds of cuts.
        turns: The number of turns; in each, one file is cut once in each kind.
        first_turn: The number of the first turn, so that a run can go on where another one has ended.
        mutants: The number of mutants of each middle.
        seed: The seed of cuts and mutants.
        jobs: The number of processes.
        show: The number of differences of each kind that are made small.
        has_whole: Whether whole files are compared as well.
    """

    make: Callable[[], Examined]
    paths: Sequence[Path]
    kinds: Sequence[str] = KINDS
    turns: int = 100
    first_turn: int = 0
    mutants: int = 5
    seed: int = 0
    jobs: int = 1
    show: int = 3
    has_whole: bool = False


class _Worker:
    """One process's comparison, made when the process begins."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.comparison = Comparison(run.make())
        self.corpus = Corpus(self.comparison.examined, run.paths)
        self.known: dict[str, set[str]] = defaultdict(set)
        self.tries: Counter[str] = Counter()

    def task(self, kind: str, numbers: range) -> Report:
        """Do a task, and make its differences small as far as they are to be shown."""
        whole = Report()
        for report in self._files(numbers) if kind == "files" else self._turns(numbers):
            whole.counts += report.counts
            whole.differences += report.differences
        for at, difference in enumerate(whole.differences):
            whole.differences[at] = self._small(difference)
        return whole

    def _files(self, numbers: range) -> Iterator[Report]:
        for number in numbers:
            path = self.run.paths[number]
            text = source_text(path)
            if text is not None:
                yield self.comparison.whole(text, str(path))

    def _turns(self, numbers: range) -> Iterator[Report]:
        for number in numbers:
            for case in self.corpus.turn(number, self.run.kinds, self.run.seed):
                yield self.comparison.case(case, self.run.mutants, self.run.seed)

    def _small(self, difference: Difference) -> Difference:
        """Return the difference made small, unless enough of its kind have been."""
        kind = difference.kind
        self.tries[kind] += 1
        if len(self.known[kind]) >= self.run.show or self.tries[kind] > _TRIES * self.run.show:
            return difference
        small = smaller(self.comparison.language, self.comparison.examined, difference)
        self.known[kind].add(str(small))
        return small


_workers: list[_Worker] = []


def _begin(run: Run) -> None:
    _workers[:] = [_Worker(run)]


def _do(task: tuple[str, range]) -> Report:
    return _workers[-1].task(*task)


def reports(run: Run) -> Iterator[Report]:
    """Yield one report for each task, in their order whatever the number of processes."""
    last = run.first_turn + run.turns
    tasks = [("files", one) for one in _parts(range(len(run.paths) if run.has_whole else 0))]
    tasks += [("turns", one) for one in _parts(range(run.first_turn, last))]
    if run.jobs == 1:
        _begin(run)
        yield from map(_do, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(run.jobs, _begin, (run,)) as pool:
        yield from pool.imap(_do, tasks)


def count_tasks(run: Run) -> int:
    """Return the number of reports of a run."""
    files = len(run.paths) if run.has_whole else 0
    return -(-files // TASK) + -(-run.turns // TASK)


def _parts(numbers: range) -> list[range]:
    return [numbers[at : at + TASK] for at in range(0, len(numbers), TASK)]


@dataclass
class Tally:
    """The sum of reports.

    Attributes:
        counts: Counts by name.
        kinds: The number of differences of each kind.
        shown: The small differences so far, as texts.
    """

    counts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    shown: set[str] = field(default_factory=set)
    begun: float = field(default_factory=time.monotonic)

    @property
    def verdicts(self) -> int:
        """The number of texts on which verdicts were compared; a cut's true middle counts as one."""
        cuts = sum(self.counts[f"{kind} cuts"] for kind in KINDS)
        return cuts + sum(self.counts[name] for name in _VERDICTS)

    @property
    def seconds(self) -> float:
        """The time since the tally was made, in seconds."""
        return time.monotonic() - self.begun

    def add(self, report: Report) -> list[Difference]:
        """Add a report; return its small differences that no report before it had."""
        new = []
        self.counts += report.counts
        for difference in report.differences:
            self.kinds[difference.kind] += 1
            if difference.small and str(difference) not in self.shown:
                self.shown.add(str(difference))
                new.append(difference)
        return new

    def lines(self) -> list[str]:
        """Return the counts, a line each, with the differences last."""
        counts = [f"{count:9,} {name}" for name, count in sorted(self.counts.items())]
        return counts + [f"{count:9,} DIFFERENCES: {name}" for name, count in self.kinds.most_common()]
