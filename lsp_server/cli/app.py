"""The application with all commands of `quoin`.

The exit code is 0 for success, 1 if there is no completion, a text does not fit or a check fails, and 2 for
wrong arguments or input that cannot be used, with one line that says what is wrong.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from quoin.lsp_server.about import NAME, VERSION
from quoin.lsp_server.cli.commands import check, complete, doctor, grammar, harness, models, serve, stats
from quoin.lsp_server.errors import InputError

app = typer.Typer(
    name="quoin",
    help="Completions that fit: inserted at the cursor, the whole file still parses.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - Typer passes it so
    if wanted:
        sys.stdout.write(f"{NAME} {VERSION}\n")
        raise typer.Exit


_Version = Annotated[
    bool | None,
    typer.Option("--version", "-V", help="Print the version.", callback=_show_version, is_eager=True),
]


@app.callback()
def options(version: _Version = None) -> None:
    """Completions that fit: inserted at the cursor, the whole file still parses."""


app.command()(complete.complete)
app.command()(check.check)
app.command()(doctor.doctor)
app.command()(serve.serve)
app.command()(harness.harness)
app.command()(stats.stats)
app.add_typer(grammar.app)
app.add_typer(models.app)

BAD_INPUT = 2


def run() -> None:
    """Run the command that the arguments name, and exit."""
    try:
        app()
    except InputError as error:
        sys.stderr.write(f"quoin: {error}\n")
        sys.exit(BAD_INPUT)
