"""The command `quoin check`."""

import sys
from typing import Annotated

import typer

from quoin.lsp_server.cli.commands.arguments import PLACE, Json, Language, PythonVersion
from quoin.lsp_server.errors import InputError

NOT_A_MEMBER = 1


def check(
    place: Annotated[
        str | None,
        typer.Argument(metavar=PLACE, help="Lines and columns count from 1, columns in characters."),
    ] = None,
    text: Annotated[str | None, typer.Argument(help="The text to put there.")] = None,
    language: Language = None,
    python_version: PythonVersion = None,
    json: Json = False,
    jsonl: Annotated[
        bool,
        typer.Option(
            "--jsonl", help="Read cases from standard input and write verdicts, one JSON object a line."
        ),
    ] = False,
) -> None:
    """Say whether a text fits in a place of a file, and if not, where and why not.

    Exits with 1 where the text does not fit. With --jsonl a case has the texts `language`, `left`,
    `middle` and `right`, and may have `version`; a verdict has `viable` (how many characters of the
    middle were accepted), `member` and, where something is refused, `at`, `line`, `column`,
    `expected` and `message`.
    """
    if jsonl:
        _check_cases(place, language, python_version)
        return
    if place is None or text is None:
        raise InputError(f"check needs {PLACE} and a text, or --jsonl")
    from quoin import load_language
    from quoin.lsp_server.cli.judgement import judge
    from quoin.lsp_server.cli.render import print_verdict, show_verdict
    from quoin.lsp_server.cli.source_location import read_location
    from quoin.lsp_server.languages.python_version import version_for_file

    cursor = read_location(place, language)
    version = version_for_file(python_version, cursor.file, cursor.language)
    verdict = judge(load_language(cursor.language, version), cursor.left, text, cursor.right)
    (print_verdict if json else show_verdict)(verdict)
    if not verdict.member:
        raise typer.Exit(NOT_A_MEMBER)


def _check_cases(place: str | None, language: str | None, python_version: str | None) -> None:
    if place is not None:
        raise InputError("check --jsonl reads its cases from standard input and takes no place")
    if language is not None:
        raise InputError("check --jsonl reads each case's language with it, as `language`")
    if python_version is not None:
        raise InputError("check --jsonl reads each case's version with it, as `version`")
    from quoin.lsp_server.cli.jsonl import check_lines

    check_lines(sys.stdin.buffer, sys.stdout)
