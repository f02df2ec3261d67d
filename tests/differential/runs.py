"""A run of many turns over a language's files, with its progress and its counts."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test import runs
from quoin.lsp_server.grammar_test.corpus import source_files
from tests.differential.oracles import oracle_of

if TYPE_CHECKING:
    from quoin.lsp_server.grammar_test.comparison import Report

# Seconds between two lines about progress.
_PROGRESS = 30.0


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


def run(run: Run) -> bool:
    """Make a run and print it; says whether there was any difference."""
    oracle = oracle_of(run.python, run.language)
    folders = run.corpus or [Path(oracle.facts["library"])]
    paths = source_files(folders, oracle.pattern, with_tests=run.with_tests, max_bytes=run.max_bytes)
    print(f"{run.language} {oracle.facts['release']}, {len(paths)} files, seed {run.seed}", flush=True)
    progress = _Progress(run)
    compared = runs.Run(
        partial(oracle_of, run.python, run.language),
        paths,
        run.kinds,
        run.turns,
        run.first_turn,
        run.mutants,
        run.seed,
        run.jobs,
        run.show,
    )
    for report in runs.reports(compared):
        progress.add(report)
        if run.seconds is not None and progress.tally.seconds > run.seconds:
            break
    progress.end()
    return bool(progress.tally.kinds)


class _Progress:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.tally = runs.Tally()
        self.told = time.monotonic()
        self.turns = 0

    def add(self, report: Report) -> None:
        self.turns = min(self.turns + runs.TASK, self.run.turns)
        for difference in self.tally.add(report):
            print(f"{difference}\n    {difference.file}", flush=True)
        if time.monotonic() - self.told > _PROGRESS:
            self.told = time.monotonic()
            print(self._line(), file=sys.stderr, flush=True)

    def end(self) -> None:
        print(self._line())
        for line in self.tally.lines():
            print(line)

    def _line(self) -> str:
        tally = self.tally
        return (
            f"turns up to {self.run.first_turn + self.turns:,}, {tally.counts['mutants']:,} mutants, "
            f"{tally.kinds.total():,} differences, {tally.seconds:.0f} s"
        )
