"""The results of a harness run as numbers and as a table."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from rich.table import Table

from quoin.lsp_server.harness.judges.second_judge import FaultCounts, count_faults
from quoin.lsp_server.harness.likeness import LikenessCounts, count_likeness
from quoin.lsp_server.harness.methods import METHODS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from quoin.lsp_server.harness.runner import Outcome, Trial

# These parts of a request's time belong to the model: reading the prompt, and generating tokens.
MODEL_PARTS = ("prompt", "model")


@dataclass(frozen=True)
class Summary:
    """Counts and times of the trials of one kind.

    Attributes:
        cuts: number of trials.
        answered: number of trials with a completion, which may be empty.
        empty: number of trials with the empty completion.
        fit: number of completions with which the file parses, after any damage is undone.
        regions: number of completions whose guarantee covers only a region.
        unharmed: number of completions for regions with which the undamaged file parses.
        held: number of completions that keep their guarantee.
        gave_up: number of completions on which the judge gave up, so that they neither fit nor do not.
        unguarded_answered: number of trials with a completion from the same model without the filter.
        unguarded_fit: number of completions without the filter with which the file parses.
        unguarded_gave_up: number of completions without the filter on which the judge gave up.
        second: what the second judge says of the completions that fit.
        unguarded_second: what it says of the completions without the filter that fit.
        likeness: what the completions have in common with the true texts.
        unguarded_likeness: the same of the completions without the filter.
        p50_ms: median time from the request to its answer with the guarantee, in milliseconds.
        p99_ms: 99th percentile of the time from the request to its answer, in milliseconds.
        not_model: share of the requests' total time that the model does not take, 0 to 1.
    """

    cuts: int
    answered: int
    empty: int
    fit: int
    regions: int
    unharmed: int
    held: int
    gave_up: int
    unguarded_answered: int
    unguarded_fit: int
    unguarded_gave_up: int
    second: FaultCounts
    unguarded_second: FaultCounts
    likeness: LikenessCounts
    unguarded_likeness: LikenessCounts
    p50_ms: float
    p99_ms: float
    not_model: float


def summarise(trials: Sequence[Trial]) -> Summary:
    """Count and time trials, of which there must be at least one."""
    guarded = [trial.guarded for trial in trials]
    unguarded = [trial.unguarded for trial in trials]
    of_regions = [one for one in guarded if one.text is not None and one.guarantee == "region"]
    times = sorted(outcome.seconds * 1000 for outcome in guarded)
    return Summary(
        cuts=len(trials),
        answered=_answered(guarded),
        empty=sum(outcome.text == "" for outcome in guarded),
        fit=_number(outcome.fits for outcome in guarded),
        regions=len(of_regions),
        unharmed=_number(outcome.fits for outcome in of_regions),
        held=_number(outcome.held for outcome in guarded),
        gave_up=sum(outcome.fits is None for outcome in guarded),
        unguarded_answered=_answered(unguarded),
        unguarded_fit=_number(outcome.fits for outcome in unguarded),
        unguarded_gave_up=sum(outcome.fits is None for outcome in unguarded),
        second=count_faults(one.faults for one in guarded),
        unguarded_second=count_faults(one.faults for one in unguarded),
        likeness=count_likeness(one.likeness for one in guarded),
        unguarded_likeness=count_likeness(one.likeness for one in unguarded),
        p50_ms=percentile(times, 0.50),
        p99_ms=percentile(times, 0.99),
        not_model=_not_model(guarded),
    )


def _number(verdicts: Iterable[bool | None]) -> int:
    """Count the verdicts that are yes; None stands for no verdict."""
    return sum(verdict is True for verdict in verdicts)


def _answered(outcomes: Sequence[Outcome]) -> int:
    return sum(outcome.text is not None for outcome in outcomes)


def _not_model(outcomes: Sequence[Outcome]) -> float:
    whole = sum(outcome.seconds for outcome in outcomes)
    model = sum(outcome.parts.get(part, 0.0) for outcome in outcomes for part in MODEL_PARTS)
    return 1.0 - model / whole if whole else 0.0


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value that a share (0 to 1) of the ordered values does not exceed (nearest rank)."""
    return ordered[max(1, math.ceil(share * len(ordered))) - 1]


def by_kind(trials: Sequence[Trial]) -> dict[str, Summary]:
    """Summarise each kind, in the order of the first trials, and then all kinds together."""
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        groups.setdefault(trial.case.cut.kind, []).append(trial)
    summaries = {kind: summarise(group) for kind, group in groups.items()}
    return summaries | ({"all": summarise(trials)} if len(groups) > 1 else {})


def table(summaries: dict[str, Summary]) -> Table:
    """Draw one row for each summary, with the columns about regions only where regions occur."""
    drawn = Table()
    columns = [(name, cells) for name, cells in _COLUMNS.items() if _is_of_interest(name, summaries)]
    drawn.add_column("cuts", no_wrap=True, min_width=max(map(len, summaries)))
    for heading, _ in columns:
        drawn.add_column(heading, justify="right")
    for kind, one in summaries.items():
        drawn.add_row(kind, *(cell(one) for _, cell in columns))
    return drawn


def methods_table(counts: Mapping[str, Mapping[str, Any]]) -> Table:
    """Draw how many files parse with each method, in one row for each kind of cut."""
    drawn = Table()
    for heading in ("cuts", "number", "anything fits", *METHODS):
        drawn.add_column(heading, justify="left" if heading == "cuts" else "right")
    for kind, one in counts.items():
        shares = [_share(one[name], one["cuts"]) for name in METHODS]
        drawn.add_row(kind, str(one["cuts"]), str(one["open"]), *shares)
    return drawn


def faults_table(counts: Mapping[str, Mapping[str, Any]]) -> Table:
    """Draw what the second judge says of the files that parse, in one row for each kind of cut and method."""
    drawn = Table()
    for heading in ("cuts", "method", "judged", "compiles", "unbound inside", "unbound outside"):
        drawn.add_column(heading, justify="left" if heading in ("cuts", "method") else "right")
    for kind, one in counts.items():
        for name, found in one["second"].items():
            shares = [_share(found[count], found["judged"]) for count in ("compiled", "inside", "outside")]
            drawn.add_row(kind, name, str(found["judged"]), *shares)
    return drawn


def _is_of_interest(name: str, summaries: dict[str, Summary]) -> bool:
    if name in ("region", "rest unharmed", "held"):
        return any(one.regions for one in summaries.values())
    if name == "judge gave up":
        return any(one.gave_up or one.unguarded_gave_up for one in summaries.values())
    return name not in _OF_SECOND_JUDGE or any(one.second.judged for one in summaries.values())


def _share(count: int, whole: int) -> str:
    return f"{count} ({count / whole:.1%})" if whole else str(count)


def details(trials: Sequence[Trial]) -> dict[str, Any]:
    """List the failed trials: broken guarantees, refusals of the compiler, and cuts without completions."""
    return {
        "not_fitting": [
            _place(trial) | {"completion": trial.guarded.text}
            for trial in trials
            if trial.guarded.text is not None and trial.guarded.held is False
        ],
        "not_compiling": [
            _place(trial) | {"completion": trial.guarded.text, "refusal": trial.guarded.faults.refusal}
            for trial in trials
            if trial.guarded.faults is not None and trial.guarded.faults.refusal is not None
        ],
        "unanswered": [
            _place(trial) | {"problem": trial.guarded.problem}
            for trial in trials
            if trial.guarded.text is None
        ],
    }


def _place(trial: Trial) -> dict[str, Any]:
    cut = trial.case.cut
    start = len(cut.left)
    return {"file": trial.case.file, "kind": cut.kind, "start": start, "end": start + len(cut.middle)}


_OF_SECOND_JUDGE = ("compiles", "unbound inside", "unbound outside")

_COLUMNS: dict[str, Callable[[Summary], str]] = {
    "number": lambda one: str(one.cuts),
    "answered": lambda one: _share(one.answered, one.cuts),
    "region": lambda one: str(one.regions),
    "rest unharmed": lambda one: _share(one.unharmed, one.regions),
    "held": lambda one: _share(one.held, one.answered - one.gave_up),
    "fit": lambda one: _share(one.fit, one.answered - one.gave_up),
    "judge gave up": lambda one: str(one.gave_up),
    "compiles": lambda one: _share(one.second.compiled, one.second.judged),
    "unbound inside": lambda one: _share(one.second.inside, one.second.judged),
    "unbound outside": lambda one: _share(one.second.outside, one.second.judged),
    "exact": lambda one: _share(one.likeness.exact, one.answered),
    "first word": lambda one: _share(one.likeness.first_word, one.likeness.worded),
    "unguarded fit": lambda one: _share(one.unguarded_fit, one.cuts - one.unguarded_gave_up),
    "p50 ms": lambda one: f"{one.p50_ms:.1f}",
    "p99 ms": lambda one: f"{one.p99_ms:.1f}",
    "not the model": lambda one: f"{one.not_model:.0%}",
}


def as_json(trials: Sequence[Trial]) -> dict[str, Any]:
    """Return all numbers and the failed trials; offsets count characters of the file."""
    kinds = {kind: asdict(summary) for kind, summary in by_kind(trials).items()}
    return {"kinds": kinds, **details(trials)}
