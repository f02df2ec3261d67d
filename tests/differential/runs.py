"""A run of many turns, in several processes, with its progress and its counts."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.differential.compare import Comparison, Report
from tests.differential.corpus import Corpus, source_files
from tests.differential.differences import smaller
from tests.differential.oracles import oracle_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.differential.differences import Difference

# Turns that one task holds, and seconds between two lines about progress.
_TASK = 20
_PROGRESS = 30.0
# Differences of a kind that are made small, for each distinct one that is to be shown.
_TRIES = 5


@dataclass(frozen=True)
class Run:
    """What is compared; see `__main__.py` for each."""

    language: str = "python"
    python: str | None = None
    corpus: list[Path] | tuple[Path, ...] = ()
    with_tests: bool = False
    max_bytes: int = 60_000
    turns: int = 100
    first_turn: int = 0
    mutants: int = 5
    seed: int = 0
    kinds: list[str] | tuple[str, ...] = ()
    jobs: int = 1
    seconds: float | None = None
    show: int = 3


class _Worker:
    """One process's comparison, made when the process begins."""

    def __init__(self, run: Run, paths: list[Path]) -> None:
        self.run = run
        self.comparison = Comparison(oracle_of(run.python, run.language))
        self.corpus = Corpus(self.comparison.oracle, paths)
        self.known: dict[str, set[str]] = defaultdict(set)
        self.tries: Counter[str] = Counter()

    def turns(self, numbers: range) -> Report:
        """The cuts of some turns, with differences made small as far as they are to be shown."""
        whole = Report()
        for number in numbers:
            for case in self.corpus.turn(number, self.run.kinds, self.run.seed):
                report = self.comparison.case(case, self.run.mutants, self.run.seed)
                whole.counts += report.counts
                whole.differences += report.differences
        for at, difference in enumerate(whole.differences):
            whole.differences[at] = self.small(difference)
        return whole

    def small(self, difference: Difference) -> Difference:
        """The difference made small, unless enough of its kind have been."""
        kind = difference.kind
        self.tries[kind] += 1
        if len(self.known[kind]) >= self.run.show or self.tries[kind] > _TRIES * self.run.show:
            return difference
        small = smaller(self.comparison.language, self.comparison.oracle, difference)
        self.known[kind].add(str(small))
        return small


_workers: list[_Worker] = []


def _begin(run: Run, paths: list[Path]) -> None:
    _workers.append(_Worker(run, paths))


def _turns(numbers: range) -> Report:
    return _workers[-1].turns(numbers)


def reports(run: Run, paths: list[Path]) -> Iterator[Report]:
    """One report for each few turns, in their order whatever the number of processes."""
    end = run.first_turn + run.turns
    tasks = [range(start, min(start + _TASK, end)) for start in range(run.first_turn, end, _TASK)]
    if run.jobs == 1:
        _begin(run, paths)
        yield from map(_turns, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(run.jobs, _begin, (run, paths)) as pool:
        yield from pool.imap(_turns, tasks)


def run(run: Run) -> bool:
    """Make a run and print it; says whether there was any difference."""
    oracle = oracle_of(run.python, run.language)
    folders = run.corpus or [Path(oracle.facts["library"])]
    paths = source_files(folders, oracle.pattern, with_tests=run.with_tests, max_bytes=run.max_bytes)
    print(f"{run.language} {oracle.facts['release']}, {len(paths)} files, seed {run.seed}", flush=True)
    progress = _Progress(run)
    for report in reports(run, paths):
        progress.add(report)
        if run.seconds is not None and progress.seconds > run.seconds:
            break
    progress.end()
    return bool(progress.kinds)


class _Progress:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.begun = self.told = time.monotonic()
        self.counts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.shown: set[str] = set()
        self.turns = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    def add(self, report: Report) -> None:
        self.turns = min(self.turns + _TASK, self.run.turns)
        self.counts += report.counts
        for difference in report.differences:
            self.kinds[difference.kind] += 1
            if difference.small and str(difference) not in self.shown:
                self.shown.add(str(difference))
                print(f"{difference}\n    {difference.file}", flush=True)
        if time.monotonic() - self.told > _PROGRESS:
            self.told = time.monotonic()
            print(self._line(), file=sys.stderr, flush=True)

    def end(self) -> None:
        print(self._line())
        for name, count in sorted(self.counts.items()):
            print(f"{count:9,} {name}")
        for name, count in self.kinds.most_common():
            print(f"{count:9,} DIFFERENCES: {name}")

    def _line(self) -> str:
        next_turn = self.run.first_turn + self.turns
        return (
            f"turns up to {next_turn:,}, {self.counts['mutants']:,} mutants, "
            f"{self.kinds.total():,} differences, {self.seconds:.0f} s"
        )
