"""Whole texts, one cut, and mutants of its middle: what the engine says beside what decides."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import quoin
from quoin.lsp_server.grammar_test.case_lines import Parts
from quoin.lsp_server.grammar_test.completions import sample
from quoin.lsp_server.grammar_test.differences import REFUSED, TAKEN, Difference
from quoin.lsp_server.harness.judges.oracle import GAVE_UP

if TYPE_CHECKING:
    from quoin.lsp_server.grammar_test.examined import Examined
    from quoin.lsp_server.harness.plan import Case

_NEARBY = 1000
"""The number of characters on each side of the cursor whose pieces mutants are made from."""
_RECUT = 40
"""The number of characters around a mutant within which the text is cut anew."""
_CUT_ANEW = 0.5
"""The share of mutated texts that are also cut anew."""
_COMPLETED = 0.08
"""The share of all middles that are also cut off and completed."""


@dataclass
class Report:
    """Counts by name, and the differences."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


@dataclass(frozen=True)
class Judged:
    """A text in three parts, the reason against it (None if there is none), and the file that it is from."""

    parts: Parts
    reason: str | None
    file: str


class Comparison:
    """Holds the engine against what decides about a language."""

    def __init__(self, examined: Examined) -> None:
        self.examined = examined
        self.language = examined.language

    def whole(self, text: str, file: str) -> Report:
        """Compare the verdicts on a text that stands before the cursor, and on one that stands after it."""
        report = Report()
        reason = self.examined.refusal(text)
        for parts in (Parts(text, "", ""), Parts("", "", text)):
            start = self.language.quotient(parts.left, parts.right, spare="nothing").start()
            self._verdict(start, Judged(parts, reason, file), report, "whole texts")
        return report

    def case(self, case: Case, mutants: int, seed: int) -> Report:
        """Compare a cut's true middle, byte by byte, and up to `mutants` mutants of it.

        About half of the mutated texts are also cut anew near the mutant, in a session that goes from one
        to the next: the verdict is on the whole text and stays the same.
        """
        report = Report()
        cut = case.cut
        report.counts[f"{cut.kind} cuts"] += 1
        rng = random.Random(f"{seed} {Path(case.file).name} {len(cut.left)}")  # noqa: S311 - repeatable
        start = self.language.quotient(cut.left, cut.right, spare="nothing").start()
        self._true_middle(start, Parts(cut.left, cut.middle, cut.right), case, report)
        session = quoin.Session(self.language, spare="nothing")
        around = cut.left[-_NEARBY:] + cut.right[:_NEARBY]
        nearby = [piece for piece in self.examined.split(around) if not piece.isspace()]
        for _ in range(mutants):
            middle = self.examined.mutant(cut.middle, nearby, rng)
            if middle == cut.middle:
                continue
            parts = Parts(cut.left, middle, cut.right)
            reason = self.examined.refusal(parts.text)
            self._verdict(start, Judged(parts, reason, case.file), report, "mutants")
            if rng.random() < _COMPLETED:
                self._completion(start, parts, case, rng, report)
            if rng.random() > _CUT_ANEW:
                continue
            again = _recut(parts, rng)
            recut = session.quotient(again.left, again.right).start()
            self._verdict(recut, Judged(again, reason, case.file), report, "recut mutants")
            if rng.random() < _COMPLETED:
                self._completion(recut, again, case, rng, report)
        return report

    def _completion(
        self, start: quoin.State, parts: Parts, case: Case, rng: random.Random, report: Report
    ) -> None:
        found = sample(self.examined, start, parts, rng, report.counts)
        if found is not None:
            report.differences.append(replace(found, file=case.file))

    def _true_middle(self, start: quoin.State, parts: Parts, case: Case, report: Report) -> None:
        """Every byte of a middle that fits must be taken, and the whole be a member."""
        state = start.copy()
        middle = parts.middle.encode()
        taken = next((at for at, byte in enumerate(middle) if not state.advance(bytes([byte]))), len(middle))
        if not state.member or taken < len(middle):
            report.differences.append(Difference(REFUSED, parts, "", case.file))

    def _verdict(self, start: quoin.State, judged: Judged, report: Report, name: str) -> None:
        parts, reason = judged.parts, judged.reason
        state = start.copy()
        member = state.advance(parts.middle.encode("utf-8", "surrogatepass")) and state.member
        report.counts[name] += 1
        if member == (reason is None):
            report.counts[f"{name} that parse" if member else f"{name} that do not"] += 1
        elif reason is None:
            report.differences.append(Difference(REFUSED, parts, "", judged.file))
        elif reason.startswith(GAVE_UP):
            report.counts[f"{name} on which the oracle gave up"] += 1
        else:
            report.differences.append(Difference(TAKEN, parts, reason, judged.file))


def _recut(parts: Parts, rng: random.Random) -> Parts:
    """Cut the same text somewhere in the middle or close to it."""
    text = parts.text
    first = max(0, len(parts.left) - _RECUT)
    last = min(len(text), len(parts.left) + len(parts.middle) + _RECUT)
    start, end = sorted((rng.randint(first, last), rng.randint(first, last)))
    return Parts(text[:start], text[start:end], text[end:])
