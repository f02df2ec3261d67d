"""The files and cuts that the benchmarks run on: CPython's own library, seeded."""

from __future__ import annotations

import ast
import random
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.harness.cuts import Cut, cut

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARY = Path(sysconfig.get_paths()["stdlib"])
LEFT_OUT = {"test", "tests", "site-packages", "idlelib", "lib2to3"}


def library_files(largest: int) -> list[Path]:
    """The library's modules of at most `largest` bytes, without tests, sorted."""
    found = LIBRARY.rglob("*.py")
    kept = (file for file in found if not LEFT_OUT & set(file.relative_to(LIBRARY).parts))
    return sorted(file for file in kept if file.stat().st_size <= largest)


def library_cuts(kind: str, count: int, seed: int, largest: int = 60_000) -> Iterator[Cut]:
    """Seeded cuts of files that `ast.parse` accepts."""
    files = library_files(largest)
    rng = random.Random(seed)
    while count > 0:
        source = read(rng.choice(files))
        found = cut(source, kind, rng) if source else None
        if found is not None:
            count -= 1
            yield found


def read(file: Path) -> str:
    """The file's text; empty where it is not UTF-8 or no program."""
    try:
        source = file.read_bytes().decode()
        ast.parse(source)
    except (UnicodeDecodeError, SyntaxError, ValueError):
        return ""
    return source


def program_of(size: int, seed: int) -> str:
    """A program of about `size` bytes: the library's files, one behind another.

    Imports from `__future__` make no difference to a parser.
    """
    rng = random.Random(seed)
    files = library_files(60_000)
    parts: list[str] = []
    length = 0
    while length < size:
        source = read(rng.choice(files))
        parts.append(source if source.endswith("\n") else source + "\n")
        length += len(parts[-1])
    return shortened("".join(parts), size)


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


def parses(text: str) -> bool:
    """Whether CPython's parser accepts the text."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
