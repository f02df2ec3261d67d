"""One cut, or one mutant of its middle: what the engine says beside what the oracle says."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import regex

from lsp_server.harness.oracle import refusal
from lsp_server.harness.plan import plan
from tests.differential.mutants import mutant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import engine
    from lsp_server.harness.files import Source
    from lsp_server.harness.plan import Case

_LOOSENESS = Path(__file__).with_name("looseness.txt")


@dataclass(frozen=True)
class Difference:
    """Where engine and oracle disagree; `what` is a short name of how."""

    what: str
    file: str
    left: str
    middle: str
    right: str
    remark: str = ""

    def __str__(self) -> str:
        context = f"{self.left[-60:]!r} ‖ {self.middle!r} ‖ {self.right[:60]!r}"
        return f"{self.what}: {self.file}, {len(self.left)} characters in: {context} {self.remark}"


@dataclass
class Report:
    """Counts by name, and the differences that are not known."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def known_looseness() -> list[regex.Pattern[str]]:
    """Messages of the oracle for what the engine's grammar does not check: one expression a line."""
    lines = _LOOSENESS.read_text(encoding="utf-8").splitlines()
    return [regex.compile(line) for line in lines if line and not line.startswith("//")]


def compare(
    language: engine.Language,
    files: Sequence[Source],
    kinds: Sequence[str],
    *,
    cuts: int,
    mutants: int,
    seed: int,
) -> Iterator[Report]:
    """Compare on `cuts` cuts of each kind with up to `mutants` mutants each; one report a cut."""
    loose = known_looseness()
    for case in plan(files, kinds, cuts, seed):
        rng = random.Random(f"{seed} {case.file} {len(case.cut.left)}")
        yield _compare_case(language, case, mutants, rng, loose)


def _compare_case(
    language: engine.Language, case: Case, mutants: int, rng: random.Random, loose: list[regex.Pattern[str]]
) -> Report:
    report = Report()
    cut = case.cut
    start = language.quotient(cut.left, cut.right).start()
    report.counts[f"{cut.kind} cuts"] += 1
    for difference in _compare_true_middle(start, case):
        report.differences.append(difference)
    for _ in range(mutants):
        middle = mutant(cut.middle, rng)
        if middle != cut.middle:
            _compare_mutant(start, case, middle, loose, report)
    return report


def _compare_true_middle(start: engine.State, case: Case) -> Iterator[Difference]:
    cut = case.cut
    middle = cut.middle.encode()
    state = start.copy()
    taken = next((at for at, byte in enumerate(middle) if not state.advance(bytes([byte]))), len(middle))
    if not start.viable or taken < len(middle):
        remark = f"after {taken} bytes"
        yield Difference("true middle refused", case.file, cut.left, cut.middle, cut.right, remark)
    elif not state.member:
        yield Difference("true middle no member", case.file, cut.left, cut.middle, cut.right)


def _compare_mutant(
    start: engine.State, case: Case, middle: str, loose: list[regex.Pattern[str]], report: Report
) -> None:
    cut = case.cut
    state = start.copy()
    member = state.advance(middle.encode()) and state.member
    reason = refusal(cut.left + middle + cut.right)
    report.counts["mutants"] += 1
    if member == (reason is None):
        report.counts["mutants that parse" if member else "mutants that do not"] += 1
    elif reason is None:
        report.differences.append(Difference("program refused", case.file, cut.left, middle, cut.right))
    elif any(pattern.search(reason) for pattern in loose):
        report.counts["mutants of known looseness"] += 1
    else:
        report.differences.append(Difference("taken", case.file, cut.left, middle, cut.right, reason))
