"""What the language's own parser says."""

from __future__ import annotations

import ast
import warnings


def refusal(source: str) -> str | None:
    """Why `ast.parse` of the running Python refuses a source text: its message; None if it takes it.

    Texts that are too deep for it, or that hold a NUL or half of a surrogate pair, are refused.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except SyntaxError as error:
        return error.msg or "no message"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__
    return None


def parses(source: str) -> bool:
    """Say whether the oracle takes a source text."""
    return refusal(source) is None
