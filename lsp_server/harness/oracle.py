"""What the language's own parser says."""

from __future__ import annotations

import ast
import warnings


def parses(source: str) -> bool:
    """Say whether `ast.parse` of the running Python takes a source text.

    Texts that are too deep for it, or that hold a NUL or half of a surrogate pair, are refused.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
