"""A whole run of the harness, from the files and cuts to the trials and the report."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quoin import EngineError
from quoin.engine.model import CompletionRequest
from quoin.lsp_server.about import versions
from quoin.lsp_server.completion.model_host import model_settings
from quoin.lsp_server.console import print_json, remarks, results
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.harness.cuts import KINDS
from quoin.lsp_server.harness.files import Corpus, read_corpus
from quoin.lsp_server.harness.methods import as_counts, compare
from quoin.lsp_server.harness.plan import Case, plan
from quoin.lsp_server.harness.report import as_json, by_kind, details, faults_table, methods_table, table
from quoin.lsp_server.harness.runner import Trial, run_cases
from quoin.lsp_server.harness.subject import Subject
from quoin.lsp_server.settings.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from quoin.lsp_server.languages.languages import LanguageEntry


@dataclass(frozen=True)
class Measurement:
    """The parameters of a run on a tree of files; `settings` are the server's, by dotted names."""

    folder: Path
    known: LanguageEntry
    version: str | None
    kinds: tuple[str, ...]
    number: int
    seed: int
    breaks: int
    max_bytes: int
    settings: Mapping[str, Any]


def measure(wanted: Measurement, *, json: bool) -> bool:
    """Run all trials and print the report; return whether every guarantee holds.

    Raises:
        InputError: a kind of cut is unknown, nothing can be cut, or the server failed.
    """
    with subject_of(wanted.known, wanted.version) as subject:
        corpus, cases = _planned(wanted, subject)
        with progress(len(cases), "cuts") as advance:
            trials = asyncio.run(run_cases(subject, cases, wanted.settings, advance))
    if json:
        print_json(_heading(wanted, subject, corpus) | as_json(trials))
    else:
        _show(wanted, subject, corpus, trials)
    return not details(trials)["not_fitting"]


def compare_methods(wanted: Measurement, *, json: bool) -> None:
    """Run the paper's comparison and print its counts.

    Raises:
        InputError: a kind of cut is unknown, nothing can be cut, or the model cannot be used.
    """
    settings, _ = read_settings([wanted.settings], trusted=True)
    request = CompletionRequest(
        wanted.known.source,
        *("", "", ""),
        max_tokens=settings.max_tokens,
        max_seconds=settings.max_latency_ms / 1000,
        version=wanted.version,
        names=settings.names,
        known_names=settings.known_names,
    )
    with subject_of(wanted.known, wanted.version) as subject:
        corpus, cases = _planned(wanted, subject)
        with progress(len(cases), "cuts") as advance:
            found = asyncio.run(compare(subject, cases, model_settings(settings), request, advance))
    counts = as_counts(found)
    if json:
        print_json(_heading(wanted, subject, corpus) | {"kinds": counts})
    else:
        results().print(methods_table(counts))
        if subject.second_judge.name is not None:
            results().print(faults_table(counts))
        results().print(_judged(subject))


def subject_of(known: LanguageEntry, version: str | None) -> Subject:
    """Load a language as a subject.

    Raises:
        InputError: the language cannot be used.
    """
    try:
        return Subject(known, version)
    except EngineError as error:
        raise InputError(str(error)) from None


def _planned(wanted: Measurement, subject: Subject) -> tuple[Corpus, list[Case]]:
    for kind in wanted.kinds:
        if kind not in KINDS:
            raise InputError(f"there are no {kind!r} cuts; there are {', '.join(KINDS)}")
    corpus = read_corpus(wanted.folder, wanted.max_bytes, subject)
    cases = plan(subject, corpus.files, wanted.kinds, wanted.number, wanted.seed, breaks=wanted.breaks)
    if not cases:
        raise InputError(f"{wanted.folder} has no place for such cuts")
    return corpus, cases


@contextmanager
def progress(total: int, of: str) -> Iterator[Callable[[], None]]:
    """Show a progress bar on terminals; yield the function to call after each step."""
    columns = (TextColumn(of), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = remarks()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(of, total=total)
        yield lambda: bar.advance(task)


def _heading(wanted: Measurement, subject: Subject, corpus: Corpus) -> dict[str, Any]:
    return {
        "versions": versions(),
        "language": subject.known.name,
        "promise": subject.known.manifest.promise.told,
        "judge": subject.oracle.name,
        "second_judge": subject.second_judge.name,
        "seed": wanted.seed,
        "number": wanted.number,
        "broken": wanted.breaks,
        "settings": dict(wanted.settings),
        "files": {
            "count": len(corpus.files),
            "sha256": corpus.digest,
            "unreadable": corpus.unreadable,
            "refused": corpus.refused,
            "too_large": corpus.too_large,
            "max_bytes": wanted.max_bytes,
        },
    }


def _show(wanted: Measurement, subject: Subject, corpus: Corpus, trials: Sequence[Trial]) -> None:
    console = results()
    console.print(table(by_kind(trials)))
    console.print(
        f"seed {wanted.seed}; {len(corpus.files)} files (sha256 {corpus.digest[:12]}), left out: "
        f"{corpus.refused} that do not parse, {corpus.unreadable} unreadable, {corpus.too_large} too large"
    )
    console.print(_judged(subject))
    for failure in details(trials)["not_fitting"]:
        place = f"{failure['kind']} in {failure['file']} at {failure['start']}"
        console.print(f"does not fit: {place}: {failure['completion']!r}", style="red")


def _judged(subject: Subject) -> str:
    second = f"; second judge: {subject.second_judge.name}" if subject.second_judge.name else ""
    promise = subject.known.manifest.promise.told
    return f"language: {subject.known.name} ({promise}); judge: {subject.oracle.name}{second}"
