"""The files and cuts that the benchmarks run on: CPython's own library, by the harness's own means."""

from __future__ import annotations

import random
import sysconfig
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from grammars.python.judge import parses
from quoin.lsp_server.harness.files import read_corpus
from quoin.lsp_server.harness.plan import plan
from quoin.lsp_server.harness.subject import Subject, known_language

if TYPE_CHECKING:
    from quoin.lsp_server.harness.cuts import Cut
    from quoin.lsp_server.harness.files import Source

LARGEST = 60_000


@cache
def python() -> Subject:
    """Python, judged by the running interpreter."""
    return Subject(known_language("python", Path()))


@cache
def library() -> list[Source]:
    """The library's modules of at most `LARGEST` bytes, without tests."""
    return read_corpus(Path(sysconfig.get_path("stdlib")), LARGEST, python()).files


def library_cuts(kind: str, count: int, seed: int) -> list[Cut]:
    """Seeded cuts of the library."""
    return [case.cut for case in plan(python(), library(), [kind], count, seed)]


def programs_of(sizes: tuple[int, ...], seed: int) -> list[str]:
    """Programs of about the given sizes in bytes: the library's files, one after another.

    Imports from `__future__` make no difference to a parser.
    """
    files = library()
    rng = random.Random(seed)
    parts: list[str] = []
    length = 0
    while length < max(sizes):
        text = rng.choice(files).text
        parts.append(text if text.endswith("\n") else text + "\n")
        length += len(parts[-1])
    whole = "".join(parts)
    return [shortened(whole, size) for size in sizes]


def shortened(source: str, size: int) -> str:
    """Cut at the last top-level line before `size` at which it is a program."""
    lines = source[:size].splitlines(keepends=True)
    while lines:
        lines.pop()
        if lines and lines[-1][0] not in " \t\n#)]}":
            text = "".join(lines)
            if parses(text):
                return text
    return ""
