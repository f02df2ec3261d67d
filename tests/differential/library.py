"""The oracle, and the library of the interpreter that runs the tests."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from functools import cache
from pathlib import Path

from lsp_server.harness.files import Source, read_corpus


@cache
def library_files(max_bytes: int) -> tuple[Source, ...]:
    """CPython's library without its tests: the files up to a size that `ast.parse` accepts."""
    return tuple(read_corpus(Path(sysconfig.get_path("stdlib")), max_bytes).files)


def refusal(text: str) -> str | None:
    """Why `ast.parse` refuses a text: its message; None if it accepts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError as error:
            return error.msg or "no message"
        except (ValueError, RecursionError, MemoryError) as error:
            return str(error) or type(error).__name__
    return None
