"""How `quoin check` shows a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsp_server.console import print_json, results

if TYPE_CHECKING:
    from lsp_server.verdict import Verdict


def show(verdict: Verdict) -> None:
    """Print a verdict in words."""
    text, style = _words(verdict)
    results().print(text, style=style)


def _words(verdict: Verdict) -> tuple[str, str]:
    if verdict.member:
        return "fits: the whole file parses with it", "green"
    if verdict.problem is not None:
        return f"nothing fits here: {verdict.problem}", "red"
    if verdict.at is None:
        return "viable: something must follow before the file parses", "yellow"
    expected = ", ".join(verdict.expected) or "nothing"
    return f"refused at character {verdict.at}: expected {expected}", "red"


def show_json(verdict: Verdict) -> None:
    """Print a verdict as one JSON object, in the form of `quoin check --jsonl`."""
    print_json(verdict.as_json())
