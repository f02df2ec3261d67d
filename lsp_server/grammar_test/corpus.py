"""The files that cuts are taken from: trees of sources, tests and all where wanted."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.lsp_server.harness.cuts import cut
from quoin.lsp_server.harness.files import LEFT_OUT_FOLDERS
from quoin.lsp_server.harness.plan import Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from quoin.lsp_server.grammar_test.examined import Examined

# Folders of other packages, which are no part of the tree that holds them.
_NEVER = frozenset({"site-packages", "dist-packages", "__pycache__"})


@dataclass
class Corpus:
    """Files by path; they are read and judged when a turn comes to them.

    Attributes:
        examined: What decides about them.
        paths: In the order of their names.
        orders: By seed the order in which the files take turns.
        texts: By path what was read: None for a file that is not UTF-8 or that is refused.
    """

    examined: Examined
    paths: Sequence[Path]
    texts: dict[Path, str | None] = field(default_factory=dict)
    orders: dict[int, list[Path]] = field(default_factory=dict)

    def text(self, path: Path) -> str | None:
        """Return a file's text; None if it cannot be cut."""
        if path not in self.texts:
            self.texts[path] = self._read(path)
        return self.texts[path]

    def _read(self, path: Path) -> str | None:
        text = source_text(path)
        return text if text is not None and self.examined.refusal(text) is None else None

    def _order(self, seed: int) -> list[Path]:
        if seed not in self.orders:
            self.orders[seed] = random.Random(seed).sample(self.paths, len(self.paths))  # noqa: S311
        return self.orders[seed]

    def turn(self, number: int, kinds: Sequence[str], seed: int) -> Iterator[Case]:
        """Yield one cut of each kind from the file whose turn it is; none from a file that cannot be cut.

        The files take turns in an order that the seed gives, again and again.
        """
        path = self._order(seed)[number % len(self.paths)]
        text = self.text(path)
        for kind in kinds if text is not None else ():
            rng = random.Random(f"{seed} {kind} {number} {path.name}")  # noqa: S311
            made = cut(text or "", kind, rng, self.examined.runs)
            if made is not None:
                yield Case(str(path), made)


def source_text(path: Path) -> str | None:
    """Return a file's text; None if it cannot be read or is not UTF-8."""
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None


def source_files(folders: Iterable[Path], *patterns: str, with_tests: bool, max_bytes: int) -> list[Path]:
    """Return the files below some folders up to a size, without packages installed there; sorted.

    Args:
        folders: The trees.
        patterns: Shell patterns of the files' names.
        with_tests: Whether files in folders of tests are taken as well.
        max_bytes: The size of the largest file that is taken.
    """
    left_out = _NEVER if with_tests else _NEVER | LEFT_OUT_FOLDERS
    found = {
        path
        for folder in folders
        for pattern in patterns
        for path in folder.rglob(pattern)
        if not left_out & set(path.relative_to(folder).parts[:-1])
        and path.is_file()
        and path.stat().st_size <= max_bytes
    }
    return sorted(found)
