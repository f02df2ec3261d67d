"""How `quoin stats` shows what was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from lsp_server.cli.console import results

if TYPE_CHECKING:
    from collections.abc import Mapping


def show(summary: Mapping[str, Any]) -> None:
    """Print counts by language, and where they are kept."""
    console = results()
    if summary["shown"] == 0:
        console.print("no completions have been shown")
    else:
        console.print(_table(summary))
    console.print(f"since {summary['since']}, kept in {summary['file']}", style="dim")


def _table(summary: Mapping[str, Any]) -> Table:
    table = Table(box=None)
    table.add_column("language", style="cyan")
    for name in ("shown", "accepted", "share", "words", "lines", "characters"):
        table.add_column(name, justify="right")
    rows = {**summary["byLanguage"], "all": summary}
    if len(summary["byLanguage"]) == 1:
        del rows["all"]
    for language, counts in rows.items():
        share = counts["accepted"] / counts["shown"] if counts["shown"] else 0.0
        numbers = (str(counts["shown"]), str(counts["accepted"]), f"{share:.0%}")
        parts = (str(counts[name]) for name in ("acceptedWords", "acceptedLines", "acceptedCharacters"))
        table.add_row(language, *numbers, *parts)
    return table
