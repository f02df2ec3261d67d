"""The command `quoin models`."""

from typing import Annotated

import typer

from quoin.lsp_server.cli.commands.arguments import Json

NOT_DONE = 1

app = typer.Typer(name="models", invoke_without_command=True)


@app.callback()
def models(
    context: typer.Context,
    json: Json = False,
    servers: Annotated[
        bool,
        typer.Option("--servers", help="Also ask servers at the usual ports of this machine (127.0.0.1)."),
    ] = False,
) -> None:
    """List models: known ones, and those on this machine; `quoin models get NAME` downloads one.

    How fast each would write is estimated from the speed of the memory, which is measured in half a second.
    """
    if context.invoked_subcommand is not None:
        return
    from quoin.engine.supply.survey import survey
    from quoin.lsp_server.cli.models_report import show
    from quoin.lsp_server.console import print_json

    found = survey(servers=servers)
    if json:
        print_json(found)
    else:
        show(found)


@app.command()
def get(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a known model.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether to download.")] = False,
    sha256: Annotated[
        str | None,
        typer.Option(
            metavar="DIGEST", help="The digest that the model's page shows, where the list has none."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Download a known model into the data folder, after a question that names address, size and licence.

    What has come is kept when the download breaks off or is stopped by Ctrl-C; the same command goes on.
    """
    from quoin.lsp_server.cli.models_get import get_model

    if not get_model(name, sha256, is_agreed=yes, json=json):
        raise typer.Exit(NOT_DONE)
