"""Output of the command line: results on standard output, everything else on standard error.

Colour is used on terminals that can show it, unless `NO_COLOR` is set.
"""

from __future__ import annotations

import json
import os
import sys

from rich.console import Console

_FILE_COLUMNS = 160


def results() -> Console:
    """Make a console for results, which prints text unchanged.

    A file or pipe has no width for a table to fit into, so tables get a fixed width there.
    """
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _FILE_COLUMNS
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True, width=width)


def remarks() -> Console:
    """Make a console for messages that are not results."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Write a value as one JSON document."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()


def print_text(text: str, style: str) -> None:
    """Write a text unchanged and a line end, in colour on terminals."""
    if sys.stdout.isatty():
        results().print(text, style=style)
    else:
        sys.stdout.write(text + "\n")
