"""How `quoin check` shows a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_server.cli.console import print_json, results

if TYPE_CHECKING:
    from lsp_server.cli.judgement import Verdict


def show(verdict: Verdict) -> None:
    """Print a verdict in words."""
    text, style = words(verdict)
    results().print(text, style=style)


def words(verdict: Verdict) -> tuple[str, str]:
    """Say a verdict in one line, and in which colour."""
    if verdict.member:
        return "fits: the whole file parses with it", "green"
    if verdict.problem is not None:
        return f"nothing fits here: {verdict.problem}", "red"
    if verdict.at is None or verdict.place is None:
        return "viable: something must follow before the file parses", "yellow"
    line, column = verdict.place
    return f"refused at {line}:{column}, character {verdict.at} of the text: {verdict.message}", "red"


def show_json(verdict: Verdict) -> None:
    """Print a verdict as one JSON object, in the form of `quoin check --jsonl`."""
    print_json(verdict.as_json())
