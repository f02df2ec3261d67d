"""The library of the interpreter that runs the tests."""

from __future__ import annotations

import sysconfig
from functools import cache
from pathlib import Path

from lsp_server.harness.files import Source, read_corpus


@cache
def library_files(max_bytes: int) -> tuple[Source, ...]:
    """CPython's library without its tests: the files up to a size that `ast.parse` accepts."""
    return tuple(read_corpus(Path(sysconfig.get_path("stdlib")), max_bytes).files)
