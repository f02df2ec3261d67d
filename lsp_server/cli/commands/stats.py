"""The command `quoin stats`."""

from pathlib import Path
from typing import Annotated

import typer

from quoin.lsp_server.cli.commands.arguments import Json


def stats(
    json: Json = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with plots by day and language.", dir_okay=False),
    ] = None,
) -> None:
    """Show what was shown and accepted on this machine, and what was held back; nothing is ever sent."""
    from quoin.lsp_server.cli.render import show_statistics
    from quoin.lsp_server.console import print_json
    from quoin.lsp_server.errors import InputError
    from quoin.lsp_server.usage.report import REPORTS
    from quoin.lsp_server.usage.statistics import Statistics
    from quoin.lsp_server.usage.summary import summary

    statistics = Statistics()
    if html is not None:
        try:
            html.write_text(REPORTS["html"](statistics), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{html} cannot be written to: {error.strerror}") from None
    if json:
        print_json(summary(statistics))
    elif html is None:
        show_statistics(statistics)
