"""The command `quoin grammar`."""

from pathlib import Path
from typing import Annotated

import typer

from quoin.lsp_server.cli.commands import grammar_import
from quoin.lsp_server.cli.commands.arguments import Json

NOT_WELL = 1
KINDS = "randspan,boundary,typing"

app = typer.Typer(name="grammar", help="Languages of your own.", no_args_is_help=True)
app.add_typer(grammar_import.app)


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


@app.command("test")
def hold(
    language: Annotated[
        str,
        typer.Argument(metavar="DIR", help="A folder with a language.json that names a judge, or a name."),
    ],
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="A tree of files of the language.")],
    version: Annotated[
        str | None,
        typer.Option(
            metavar="VERSION", help="The language's version, that of its judge.", show_default="the newest"
        ),
    ] = None,
    number: Annotated[int, typer.Option("--n", min=0, help="Turns, each with a cut of every kind.")] = 100,
    mutants: Annotated[int, typer.Option(min=0, help="Mutants of each middle.")] = 10,
    seed: Annotated[int, typer.Option(help="Seed of cuts and mutants.")] = 0,
    cuts: Annotated[str, typer.Option(help="Kinds of cuts.")] = KINDS,
    max_size: Annotated[int, typer.Option(min=1, metavar="BYTES", help="Leave out larger files.")] = 60_000,
    show: Annotated[int, typer.Option(min=1, help="Differences of each kind to make small and show.")] = 3,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    json: Json = False,
) -> None:
    """Hold a language against the program that its folder names as its judge.

    Every file of CORPUS must be taken where the judge takes it, and refused where it does so. In cuts of
    those that are taken, the true middle must be viable at every byte; mutants of it, made of lexemes of the
    file and of what the rules give, must get the judge's verdict; and completions of viable beginnings must
    be taken. Each difference is made small and printed as `left ‖ middle ‖ right` with both verdicts. Exits
    with 1 if there is any.
    """
    from quoin.lsp_server.cli.grammar_test_report import Wanted, run

    wanted = Wanted(
        language, version, corpus, tuple(cuts.split(",")), number, mutants, seed, max_size, show, jobs
    )
    if not run(wanted, json=json):
        raise typer.Exit(NOT_WELL)
