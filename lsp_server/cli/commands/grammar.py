"""The command `quoin grammar`."""

from pathlib import Path
from typing import Annotated

import typer

from quoin.lsp_server.cli.commands.arguments import Json

NOT_WELL = 1

app = typer.Typer(name="grammar", help="Languages of your own.", no_args_is_help=True)


@app.callback()
def grammar() -> None:
    """Languages of your own: folders with a grammar, see grammars/README.md."""


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder with a language.json.")],
    json: Json = False,
) -> None:
    """Check the folder of a language: does it load, and is it what its author may mean?

    One line for each finding, with file and line: errors, and remarks on what may be meant. Terminals that
    are never lexed and rules without a text are errors, and so are examples and sentences made from the rules
    that are not what they should be. Exits with 1 if there is an error.
    """
    from quoin.lsp_server.cli.grammar_report import report, show, show_json

    findings = report(folder)
    (show_json if json else show)(folder, findings)
    if any(finding.is_error for finding in findings):
        raise typer.Exit(NOT_WELL)
