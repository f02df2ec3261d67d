"""The findings of `quoin grammar check` and their output."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.language_check import Finding, check_folder
from quoin.lsp_server.console import print_json, results
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.languages.grammar_trial import try_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def report(folder: Path) -> list[Finding]:
    """Check the language in a folder.

    The language is first loaded in a process with limits, as the server loads a user's own languages.

    Raises:
        InputError: the folder does not exist.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder")
    try:
        asyncio.run(try_folder(folder))
    except LanguageError as error:
        if error.file is not None:
            return [Finding(True, error.reason, error.file, error.line)]
        # The load ends within the limits, so the check below reports the error again, with its place.
    return list(check_folder(folder))


def show(folder: Path, findings: Sequence[Finding]) -> None:
    """Print each finding on a line, and the numbers of errors and remarks."""
    console = results()
    for finding in findings:
        console.print(str(finding), soft_wrap=True, markup=False, highlight=False)
    errors = sum(finding.is_error for finding in findings)
    remarks = len(findings) - errors
    console.print(f"{folder}: {errors} errors, {remarks} remarks", style="red" if errors else "green")


def show_json(folder: Path, findings: Sequence[Finding]) -> None:
    """Print the findings as one JSON object."""
    told = [
        {
            "error": finding.is_error,
            "file": str(finding.file),
            "line": finding.line,
            "text": finding.text,
        }
        for finding in findings
    ]
    print_json({"folder": str(folder), "findings": told})
