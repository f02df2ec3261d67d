"""The output of the commands' results, in words or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from quoin import Session, load_language
from quoin.engine.recovery import SPARED, recover
from quoin.lsp_server.cli.judgement import describe_problem, describe_refusal
from quoin.lsp_server.console import print_json, print_text, remarks, results
from quoin.lsp_server.documents.positions import describe_taken, locate
from quoin.lsp_server.offer import imports_of
from quoin.lsp_server.remarks import remarks_on
from quoin.lsp_server.usage.summary import summary
from quoin.lsp_server.usage.text import reasons, times

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quoin import Language, State
    from quoin.engine.model import CompletionResult, Refusal
    from quoin.lsp_server.cli.judgement import Verdict
    from quoin.lsp_server.cli.source_location import SourceLocation
    from quoin.lsp_server.reasons import Reason
    from quoin.lsp_server.usage.statistics import Statistics

# The command-line options for settings of editors.
_OPTIONS = {"model.path": "--model", "maxLatencyMs": "--max-seconds", "maxTokens": "--max-tokens"}


def show_completions(
    place: SourceLocation, result: CompletionResult, reason: Reason | None, lines: Mapping[str, str]
) -> None:
    """Print the completions to standard output, and remarks and refusals to standard error."""
    for number, candidate in enumerate(result.candidates):
        if number:
            remarks().print(f"-- candidate {number + 1}", style="dim")
        print_text(candidate.text, style="green")
        for remark in remarks_on(candidate, imports_of(candidate.unknown, lines), is_added=False):
            remarks().print(f"it {remark}", style="dim")
    if not result.candidates:
        remarks().print(f"no completion: {why_none(place, result, reason)}", style="yellow")
    elif result.guarantee == "region":
        taken = describe_taken(result.absent, result.present)
        remarks().print(f"the file is broken elsewhere; {taken}", style="yellow")
    for line in describe_refusals(place, result):
        remarks().print(line, style="dim")


def describe_refusals(place: SourceLocation, result: CompletionResult) -> list[str]:
    """Describe for each refused token where and why it was refused."""
    if not result.refused:
        return []
    language = load_language(place.language, place.version)
    session = Session(language, spare=SPARED)
    left, right = place.left.encode("utf-8", "replace"), place.right.encode("utf-8", "replace")
    view = recover(session, left, right) if result.guarantee == "region" else None
    if view is not None:
        left, right = view.left, view.right
    start = session.quotient(left, right).start()
    return [_describe_refusal(language, start, left, refusal) for refusal in result.refused]


def _describe_refusal(language: Language, start: State, left: bytes, refusal: Refusal) -> str:
    state = start.copy()
    taken = refusal.behind.encode()
    state.advance(taken)
    text = (left + taken).decode("utf-8", "replace")
    line, column = locate(text, len(text))
    # The beginning of the token may already be part of the accepted text.
    token = refusal.token.encode()
    overlap = next(n for n in range(len(token), -1, -1) if taken.endswith(token[:n]))
    if state.accepts(token[overlap:]):
        why = "the compiler refuses it, or it reads a name that nothing is known to bind"
    else:
        why = describe_refusal(language, state, left + taken, token[overlap:])
    what = repr(refusal.token) if refusal.token else "the end"
    return f"{line}:{column}: {what} refused: {why}"


def why_none(place: SourceLocation, result: CompletionResult, reason: Reason | None) -> str:
    """Describe why there is no completion."""
    if result.why in ("broken", "apart"):
        language = load_language(place.language, place.version)
        problem = language.quotient(place.left, place.right).problem
        if problem is not None:
            return describe_problem(language, problem, place.left, place.right)
    if reason is None:
        return "nothing was found"
    option = _OPTIONS.get(reason.setting or "")
    return reason.because if option is None else f"{reason.because} ({option})"


def print_completions(
    place: SourceLocation, result: CompletionResult, reason: Reason | None, lines: Mapping[str, str]
) -> None:
    """Print the completions, refusals and times as one JSON object."""
    print_json(
        {
            "file": str(place.file),
            "line": place.line,
            "column": place.column,
            "candidates": [
                {
                    "text": one.text,
                    "score": one.score,
                    "tokens": one.tokens,
                    "ended": one.ended,
                    "unknown": list(one.unknown),
                    "imports": [found.line for found in imports_of(one.unknown, lines)],
                    "binds": [bound._asdict() for bound in one.binds],
                }
                for one in result.candidates
            ],
            "guarantee": result.guarantee,
            "level": result.level,
            "names": result.names,
            "absent": list(result.absent),
            "present": list(result.present),
            "problem": None if result.candidates else why_none(place, result, reason),
            "refused": [
                {"at": one.at, "behind": one.behind, "token": one.token, "expected": list(one.expected)}
                for one in result.refused
            ],
            "tokens": result.tokens,
            "tokens_refused": result.tokens_refused,
            "seconds": dict(result.seconds),
        }
    )


def show_verdict(verdict: Verdict) -> None:
    """Print a verdict in words."""
    text, style = words(verdict)
    results().print(text, style=style)


def words(verdict: Verdict) -> tuple[str, str]:
    """Return a verdict as one line, and the line's colour."""
    if verdict.member:
        return "fits: the whole file parses with it", "green"
    if verdict.problem is not None:
        return f"nothing fits here: {verdict.problem}", "red"
    if verdict.at is None or verdict.place is None:
        return "viable: something must follow before the file parses", "yellow"
    line, column = verdict.place
    return f"refused at {line}:{column}, character {verdict.at} of the text: {verdict.message}", "red"


def print_verdict(verdict: Verdict) -> None:
    """Print a verdict as one JSON object, in the form of `quoin check --jsonl`."""
    print_json(verdict.as_json())


def show_statistics(statistics: Statistics) -> None:
    """Print the counts by language, times and reasons, and the folder that keeps the counts."""
    console = results()
    told, total = summary(statistics), statistics.kept().total()
    if told["shown"] == 0:
        console.print("no completions have been shown")
    else:
        console.print(_table(told))
    for lines in (times(total), reasons(total)):
        for line in lines:
            console.print(line, highlight=False, markup=False)
    console.print(f"since {told['since']}, kept in {told['file']}", style="dim")


def _table(summary: Mapping[str, Any]) -> Table:
    table = Table(box=None)
    table.add_column("language", style="cyan")
    for name in ("shown", "accepted", "share", "words", "lines", "characters", "keys saved"):
        table.add_column(name, justify="right")
    rows = {**summary["byLanguage"], "all": summary}
    if len(summary["byLanguage"]) == 1:
        del rows["all"]
    for language, counts in rows.items():
        share = counts["accepted"] / counts["shown"] if counts["shown"] else 0.0
        numbers = (str(counts["shown"]), str(counts["accepted"]), f"{share:.0%}")
        names = ("acceptedWords", "acceptedLines", "acceptedCharacters", "keystrokesSaved")
        parts = (str(counts[name]) for name in names)
        table.add_row(language, *numbers, *parts)
    return table
