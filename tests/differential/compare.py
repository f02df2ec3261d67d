"""One cut, and mutants of its middle: what the engine says beside what the oracle says."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import quoin
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential import tokens
from tests.differential.completions import sample
from tests.differential.differences import REFUSED, TAKEN, Difference
from tests.differential.mutants import mutant
from tests.support.case_lines import Parts

if TYPE_CHECKING:
    from quoin.lsp_server.harness.plan import Case
    from tests.differential.oracles import Oracle

# How much of the file gives its tokens to mutants.
_NEARBY = 1000
# How far from a mutant's own edges the text is cut anew.
_RECUT = 40
# How many of the mutated files are also cut anew, and how many of all middles are also cut off and completed.
_CUT_ANEW = 0.5
_COMPLETED = 0.08


@dataclass
class Report:
    """Counts by name, and the differences."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


@dataclass(frozen=True)
class Judged:
    """A mutant, what the oracle says of it, and the file that it is from."""

    parts: Parts
    reason: str | None
    file: str


class Comparison:
    """Holds the engine against one oracle."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.language = oracle.language

    def case(self, case: Case, mutants: int, seed: int) -> Report:
        """A cut's true middle, byte by byte, and up to `mutants` mutants of it.

        About half of the mutated files are also cut anew near the mutant, in a session that goes from one
        to the next: the oracle's verdict is on the whole file and stays the same.
        """
        report = Report()
        cut = case.cut
        report.counts[f"{cut.kind} cuts"] += 1
        rng = random.Random(f"{seed} {Path(case.file).name} {len(cut.left)}")
        start = self.language.quotient(cut.left, cut.right, spare="nothing").start()
        true = Parts(cut.left, cut.middle, cut.right)
        self._program(start, true, case, report)
        session = quoin.Session(self.language, spare="nothing")
        nearby = [
            piece for piece in tokens.split(cut.left[-_NEARBY:] + cut.right[:_NEARBY]) if not piece.isspace()
        ]
        for _ in range(mutants):
            middle = mutant(cut.middle, nearby, self.oracle.pools, rng)
            if middle != cut.middle:
                parts = Parts(cut.left, middle, cut.right)
                reason = self.oracle.refusal(parts.text)
                self._mutant(start, Judged(parts, reason, case.file), report)
                if rng.random() < _COMPLETED:
                    self._completion(start, parts, case, rng, report)
                if rng.random() > _CUT_ANEW:
                    continue
                again = _recut(parts, rng)
                recut = session.quotient(again.left, again.right).start()
                self._mutant(recut, Judged(again, reason, case.file), report, "recut ")
                if rng.random() < _COMPLETED:
                    self._completion(recut, again, case, rng, report)
        return report

    def _completion(
        self, start: quoin.State, parts: Parts, case: Case, rng: random.Random, report: Report
    ) -> None:
        found = sample(self.oracle, start, parts, rng, report.counts)
        if found is not None:
            report.differences.append(replace(found, file=case.file))

    def _program(self, start: quoin.State, parts: Parts, case: Case, report: Report) -> None:
        """Every byte of a middle that fits must be taken, and the whole be a member."""
        state = start.copy()
        middle = parts.middle.encode()
        taken = next((at for at, byte in enumerate(middle) if not state.advance(bytes([byte]))), len(middle))
        if not state.member or taken < len(middle):
            report.differences.append(Difference(REFUSED, parts, "", case.file))

    def _mutant(self, start: quoin.State, judged: Judged, report: Report, name: str = "") -> None:
        parts, reason = judged.parts, judged.reason
        state = start.copy()
        member = state.advance(parts.middle.encode("utf-8", "surrogatepass")) and state.member
        report.counts[f"{name}mutants"] += 1
        if member == (reason is None):
            report.counts[f"{name}mutants that parse" if member else f"{name}mutants that do not"] += 1
        elif reason is None:
            report.differences.append(Difference(REFUSED, parts, "", judged.file))
        elif reason.startswith(GAVE_UP):
            report.counts[f"{name}mutants on which the oracle gave up"] += 1
        else:
            report.differences.append(Difference(TAKEN, parts, reason, judged.file))


def _recut(parts: Parts, rng: random.Random) -> Parts:
    """The same text, cut somewhere in the middle or close to it."""
    text = parts.text
    first = max(0, len(parts.left) - _RECUT)
    last = min(len(text), len(parts.left) + len(parts.middle) + _RECUT)
    start, end = sorted((rng.randint(first, last), rng.randint(first, last)))
    return Parts(text[:start], text[start:end], text[end:])
