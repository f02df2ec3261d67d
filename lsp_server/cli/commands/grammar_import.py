"""The command `quoin grammar import`."""

from pathlib import Path
from typing import Annotated

import typer

from quoin.lsp_server.cli.commands.arguments import Json

app = typer.Typer(
    name="import", help="Make a language's folder from a grammar of another kind.", no_args_is_help=True
)


@app.callback()
def grammar_import() -> None:
    """Make a language's folder from a grammar of another kind."""


@app.command("tree-sitter")
def tree_sitter(
    package: Annotated[
        Path, typer.Argument(metavar="DIR", help="A tree-sitter package: a folder with src/grammar.json.")
    ],
    into: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The language's folder (default: one of its name).")
    ] = None,
    name: Annotated[str, typer.Option(help="What the language is called (default: as in the package).")] = "",
    json: Json = False,
) -> None:
    """Make a language's folder from a tree-sitter package.

    The rules become a grammar in Lark's format. What the package finds with a scanner in C cannot be taken:
    a line for each such thing says where it is left out. Write it by hand into overrides.lark in the same
    folder, which stays when the package is imported again, as language.json does.
    """
    from quoin.engine.errors import LanguageError
    from quoin.engine.grammar_import import import_package
    from quoin.lsp_server.console import print_json, results
    from quoin.lsp_server.errors import InputError

    if not package.is_dir():
        raise InputError(f"{package} is not a folder")
    try:
        done = import_package(package, into, name)
    except LanguageError as error:
        raise InputError(str(error)) from error
    lines = done.report.lines()
    if json:
        print_json({"folder": str(done.folder), "files": list(done.files), "not_taken": lines})
        return
    console = results()
    for line in lines:
        console.print(line, soft_wrap=True, markup=False, highlight=False)
    console.print(f"{done.folder}: wrote {', '.join(done.files)}", markup=False, highlight=False)
