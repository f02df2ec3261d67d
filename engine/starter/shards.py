"""Reads the texts that `quoin.engine.starter.texts` has written."""

from __future__ import annotations

from dataclasses import dataclass, field
from multiprocessing import Pool
from typing import TYPE_CHECKING

from quoin.engine.starter import bpe
from quoin.engine.starter.samples import Encoder, Source
from quoin.engine.starter.texts.shards import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

COMMENTS = {
    "python": "#",
    "bash": "#",
    "css": "#",
    "html": "#",
    "json": "#",
    "yaml": "#",
    "toml": "#",
    "ruby": "#",
    "lua": "--",
    "sql": "--",
    "haskell": "--",
    "lisp": ";",
}
"""The start of the line that names another file in a prompt, by language: that of a comment to the
line's end, or of one of Python. Languages that are not named have that of C."""


@dataclass(frozen=True)
class File:
    """A file's text, and the package and path that it is from."""

    text: str
    package: str
    heading: str


Texts = dict[str, list[File]]
"""The files by language."""

PIECE = 64
"""The number of texts that a process tokenises at a time."""


def training(folder: Path) -> Texts:
    """Read the texts for training."""
    found: Texts = {}
    files = sorted(folder.glob("texts.*.xz"))
    with Pool(max(1, len(files))) as pool:
        for part in pool.imap(_read, files):
            for language, texts in part.items():
                found.setdefault(language, []).extend(texts)
    return found


def held_out(folder: Path) -> Texts:
    """Read the texts that are held out for measurements."""
    return _read(folder / "heldout.xz")


def _read(file: Path) -> Texts:
    found: Texts = {}
    for one in read(file):
        heading = f"{COMMENTS.get(one.language, '//')} {one.path}\n"
        found.setdefault(one.language, []).append(File(one.text, one.package, heading))
    return found


def encoder(vocabulary: bpe.Vocabulary) -> Encoder:
    """Return the functions of a vocabulary that samples need."""
    tokenizer = bpe.restored(vocabulary)
    return Encoder(lambda texts: bpe.encode(tokenizer, texts), bpe.pieces(tokenizer))


@dataclass
class _Process:
    """What a process of a pool keeps."""

    encoder: Encoder = field(default_factory=lambda: Encoder(lambda _: [], []))


_process = _Process()


def _begin(vocabulary: bpe.Vocabulary) -> None:
    _process.encoder = encoder(vocabulary)


def _tokenise(file: File) -> Source:
    return Source.of(file.text, _process.encoder, file.heading, file.package)


def tokenised(
    groups: Iterable[Sequence[File]], vocabulary: bpe.Vocabulary, processes: int
) -> list[list[Source]]:
    """Tokenise groups of files in several processes."""
    with Pool(processes, _begin, (vocabulary,)) as pool:
        return [pool.map(_tokenise, files, PIECE) for files in groups]
