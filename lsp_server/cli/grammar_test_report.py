"""The run of `quoin grammar test` and its output."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.cli.judgement import judge
from quoin.lsp_server.console import print_json, results
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.grammar_test.corpus import source_files
from quoin.lsp_server.grammar_test.differences import NO_COMPLETION, TAKEN, WRONG_COMPLETION
from quoin.lsp_server.grammar_test.examined import FolderLanguage
from quoin.lsp_server.grammar_test.runs import Run, Tally, count_tasks, reports
from quoin.lsp_server.harness.cuts import KINDS
from quoin.lsp_server.harness.measure import progress
from quoin.lsp_server.harness.subject import known_language

if TYPE_CHECKING:
    from pathlib import Path

    from quoin import Language
    from quoin.lsp_server.grammar_test.differences import Difference
    from quoin.lsp_server.languages.languages import LanguageEntry

_OF_QUOIN = {
    TAKEN: "it fits",
    NO_COMPLETION: "something fits here, but no completion is found",
    WRONG_COMPLETION: "something fits here, but the completion found does not",
}


@dataclass(frozen=True)
class Wanted:
    """The arguments of the command; `quoin.lsp_server.cli.commands.grammar` says what each means."""

    language: str
    version: str | None
    corpus: Path
    kinds: tuple[str, ...]
    turns: int
    mutants: int
    seed: int
    max_bytes: int
    show: int
    jobs: int


def run(wanted: Wanted, *, json: bool) -> bool:
    """Make the run, and print differences as they are found, and the counts; return whether there are none.

    Raises:
        InputError: The language, its judge or the files cannot be used.
    """
    for kind in wanted.kinds:
        if kind not in KINDS:
            raise InputError(f"there are no {kind!r} cuts; there are {', '.join(KINDS)}")
    if not wanted.corpus.is_dir():
        raise InputError(f"{wanted.corpus} is not a folder")
    known = known_language(wanted.language, wanted.corpus)
    patterns = known.manifest.file_patterns
    paths = source_files([wanted.corpus], *patterns, with_tests=True, max_bytes=wanted.max_bytes)
    if not paths:
        raise InputError(f"{wanted.corpus} holds no file {' or '.join(patterns)} of that size")
    # It is made here first, so that what cannot be used is said before any process begins.
    with closing(FolderLanguage(known, wanted.version)) as examined:
        heading = {"language": known.name, "judge": examined.name, "files": len(paths), "seed": wanted.seed}
        if not json:
            results().print(f"{known.name}, judge: {examined.name}; {len(paths)} files, seed {wanted.seed}")
        tally, found = _compared(wanted, known, paths, examined.language, json=json)
    if json:
        counts = {"verdicts": tally.verdicts, "counts": tally.counts, "kinds": tally.kinds}
        print_json(heading | counts | {"differences": found})
    else:
        for line in tally.lines():
            results().print(line, markup=False, highlight=False, soft_wrap=True)
        last = f"{tally.verdicts:,} verdicts, {tally.kinds.total():,} differences, {tally.seconds:.0f} s"
        results().print(last, style="red" if tally.kinds else "green")
    return not tally.kinds


def _compared(
    wanted: Wanted, known: LanguageEntry, paths: list[Path], language: Language, *, json: bool
) -> tuple[Tally, list[dict[str, Any]]]:
    whole = Run(
        partial(FolderLanguage, known, wanted.version),
        paths,
        wanted.kinds,
        wanted.turns,
        mutants=wanted.mutants,
        seed=wanted.seed,
        jobs=wanted.jobs,
        show=wanted.show,
        has_whole=True,
    )
    tally, found = Tally(), []
    with progress(count_tasks(whole), "tasks") as advance:
        for report in reports(whole):
            advance()
            for difference in tally.add(report):
                shown = _described(language, difference)
                found.append(shown)
                if not json:
                    _show(difference, shown)
    return tally, found


def _described(language: Language, difference: Difference) -> dict[str, Any]:
    """Return a difference with both verdicts, as a JSON object."""
    parts = difference.parts
    of_quoin = _OF_QUOIN.get(difference.what)
    if of_quoin is None:
        verdict = judge(language, parts.left, parts.middle, parts.right)
        of_quoin = f"refused: {verdict.message or 'something must follow'}"
    return {
        "what": difference.what,
        "left": parts.left,
        "middle": parts.middle,
        "right": parts.right,
        "quoin": of_quoin,
        "judge": difference.remark or ("not asked" if difference.what in _OF_QUOIN else "it is one"),
        "file": difference.file,
    }


def _show(difference: Difference, shown: dict[str, Any]) -> None:
    lines = (str(difference.parts), f"    quoin: {shown['quoin']}", f"    judge: {shown['judge']}")
    for line in (*lines, f"    {shown['file']}"):
        results().print(line, markup=False, highlight=False, soft_wrap=True)
