"""Output of the command line: results to standard output, everything else to standard error.

Colour is used on terminals that can show it and where `NO_COLOR` is not set.
"""

from __future__ import annotations

import json
import os
import sys

from rich.console import Console

_FILE_COLUMNS = 160


def results() -> Console:
    """Make a console for results; it changes nothing in the text that it prints.

    Where there is no terminal there is no width to fit a table into.
    """
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _FILE_COLUMNS
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True, width=width)


def remarks() -> Console:
    """Make a console for what is not a result."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Write a value as one JSON document."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()


def print_text(text: str, style: str) -> None:
    """Write a text as it is, with a line end, in a colour on terminals."""
    if sys.stdout.isatty():
        results().print(text, style=style)
    else:
        sys.stdout.write(text + "\n")
