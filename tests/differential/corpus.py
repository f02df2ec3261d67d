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

    from tests.differential.oracles import Oracle

# Other packages, which are no part of the tree that holds them.
_NEVER = frozenset({"site-packages", "dist-packages", "__pycache__"})


@dataclass
class Corpus:
    """Files by path; they are read, and shown to the oracle, when a turn comes to them.

    Attributes:
        paths: In the order of their names.
        orders: By seed the order in which the files take turns.
        texts: By path what was read: None for a file that is not UTF-8 or that the oracle refuses.
    """

    oracle: Oracle
    paths: Sequence[Path]
    texts: dict[Path, str | None] = field(default_factory=dict)
    orders: dict[int, list[Path]] = field(default_factory=dict)

    def text(self, path: Path) -> str | None:
        """A file's text, if it can be cut."""
        if path not in self.texts:
            self.texts[path] = self._read(path)
        return self.texts[path]

    def _read(self, path: Path) -> str | None:
        try:
            text = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError):
            return None
        return text if self.oracle.refusal(text) is None else None

    def _order(self, seed: int) -> list[Path]:
        if seed not in self.orders:
            self.orders[seed] = random.Random(seed).sample(self.paths, len(self.paths))
        return self.orders[seed]

    def turn(self, number: int, kinds: Sequence[str], seed: int) -> Iterator[Case]:
        """One cut of each kind from the file whose turn it is; none from a file that cannot be cut.

        The files take turns in an order that the seed gives, again and again.
        """
        path = self._order(seed)[number % len(self.paths)]
        text = self.text(path)
        for kind in kinds if text is not None else ():
            rng = random.Random(f"{seed} {kind} {number} {path.name}")
            made = cut(text or "", kind, rng, self.oracle.runs)
            if made is not None:
                yield Case(str(path), made)


def source_files(
    folders: Iterable[Path], pattern: str = "*.py", *, with_tests: bool, max_bytes: int
) -> list[Path]:
    """The files below some folders up to a size, without packages installed there; sorted."""
    left_out = _NEVER if with_tests else _NEVER | LEFT_OUT_FOLDERS
    return sorted(
        path
        for folder in folders
        for path in folder.rglob(pattern)
        if not left_out & set(path.relative_to(folder).parts[:-1])
        and path.is_file()
        and path.stat().st_size <= max_bytes
    )
