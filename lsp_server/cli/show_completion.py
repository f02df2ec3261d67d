"""How `quoin complete` shows what the engine gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Session, load_language
from engine.recovery import recover
from lsp_server.cli.console import print_json, print_text, remarks
from lsp_server.cli.judgement import describe_problem, describe_refusal
from lsp_server.cli.source_location import locate
from lsp_server.documents.positions import describe_lines
from lsp_server.languages.languages import language_of_file

if TYPE_CHECKING:
    from engine import Language, State
    from engine.model import CompletionResult, Refusal
    from lsp_server.cli.source_location import Place
    from lsp_server.completion.reasons import Reason

# What settings of editors are called on the command line.
_OPTIONS = {"model.path": "--model", "maxLatencyMs": "--max-seconds", "maxTokens": "--max-tokens"}


def show(place: Place, result: CompletionResult, reason: Reason | None) -> None:
    """Print the completions to standard output; refusals, times and the lack of any to standard error."""
    for number, candidate in enumerate(result.candidates):
        if number:
            remarks().print(f"-- candidate {number + 1}", style="dim")
        print_text(candidate.text, style="green")
    if not result.candidates:
        remarks().print(f"no completion: {why_none(place, result, reason)}", style="yellow")
    elif result.guarantee == "region":
        absent = describe_lines(result.absent)
        remarks().print(f"the file is broken elsewhere; taken as absent: {absent}", style="yellow")
    for line in describe_refusals(place, result):
        remarks().print(line, style="dim")


def describe_refusals(place: Place, result: CompletionResult) -> list[str]:
    """Say of each refused token where it went wrong, and why."""
    if not result.refused:
        return []
    language = load_language(language_of_file(place.file), place.version)
    session = Session(language)
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
    # The token may overlap with what was taken of it.
    token = refusal.token.encode()
    overlap = next(n for n in range(len(token), -1, -1) if taken.endswith(token[:n]))
    why = describe_refusal(language, state, left + taken, token[overlap:])
    what = repr(refusal.token) if refusal.token else "the end"
    return f"{line}:{column}: {what} refused: {why}"


def why_none(place: Place, result: CompletionResult, reason: Reason | None) -> str:
    """Say why there is no completion."""
    if result.why in ("broken", "apart"):
        language = load_language(language_of_file(place.file), place.version)
        problem = language.quotient(place.left, place.right).problem
        if problem is not None:
            return describe_problem(language, problem, place.left, place.right)
    if reason is None:
        return "nothing was found"
    option = _OPTIONS.get(reason.setting or "")
    return reason.because if option is None else f"{reason.because} ({option})"


def show_json(place: Place, result: CompletionResult, reason: Reason | None) -> None:
    """Print everything as one JSON object."""
    print_json(
        {
            "file": str(place.file),
            "line": place.line,
            "column": place.column,
            "candidates": [
                {"text": one.text, "score": one.score, "tokens": one.tokens, "ended": one.ended}
                for one in result.candidates
            ],
            "guarantee": result.guarantee,
            "absent": list(result.absent),
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
