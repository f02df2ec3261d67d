"""How `quoin complete` shows what the engine gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import load_language
from lsp_server.console import print_json, print_text, remarks
from lsp_server.languages import DEFAULT
from lsp_server.positions import describe_lines
from lsp_server.verdict import describe_problem

if TYPE_CHECKING:
    from engine.model import CompletionResult, Refusal
    from lsp_server.inputs import Place


LISTED = 8
"""How many of the expected symbols a person is shown; `--json` has them all."""


def show(place: Place, result: CompletionResult) -> None:
    """Print the completions to standard output; refusals, times and the lack of any to standard error."""
    for number, candidate in enumerate(result.candidates):
        if number:
            remarks().print(f"-- candidate {number + 1}", style="dim")
        print_text(candidate.text, style="green")
    if not result.candidates:
        remarks().print(f"no completion: {why_none(place, result)}", style="yellow")
    elif result.guarantee == "region":
        absent = describe_lines(result.absent)
        remarks().print(f"the file is broken elsewhere; taken as absent: {absent}", style="yellow")
    for refusal in result.refused:
        remarks().print(describe_refusal(refusal), style="dim")


def describe_refusal(refusal: Refusal) -> str:
    """Say what was refused where, and what was expected instead: words first, then signs."""
    token = repr(refusal.token) if refusal.token else "the end"
    expected = sorted(refusal.expected, key=lambda name: (name.startswith("`"), name))
    listed = ", ".join(expected[:LISTED]) or "nothing"
    others = len(expected) - LISTED
    more = f" and {others} others" if others > 0 else ""
    return f"behind {refusal.at} bytes: {token} refused; expected {listed}{more}"


def why_none(place: Place, result: CompletionResult) -> str:
    """Say why there is no completion."""
    if result.problem is None:
        return "nothing that fits was found within the limits"
    problem = load_language(DEFAULT).quotient(place.left, place.right).problem
    return result.problem if problem is None else describe_problem(problem, place.left, place.right)


def show_json(place: Place, result: CompletionResult) -> None:
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
            "problem": None if result.candidates else why_none(place, result),
            "refused": [
                {"at": one.at, "token": one.token, "expected": list(one.expected)} for one in result.refused
            ],
            "tokens": result.tokens,
            "tokens_refused": result.tokens_refused,
            "seconds": dict(result.seconds),
        }
    )
