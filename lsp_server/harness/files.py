"""The files in which a run makes its cuts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.lsp_server.harness.subject import Subject

# Folders of tests are left out because they hold files with deliberate errors.
LEFT_OUT_FOLDERS = frozenset({"test", "tests", "site-packages", "__pycache__"})


@dataclass(frozen=True)
class Source:
    """A file's name, relative to the tree with `/` between its parts, and its text."""

    name: str
    text: str


@dataclass(frozen=True)
class Corpus:
    """The files of a tree that can be cut, and the numbers of the other files.

    Attributes:
        files: the files, in the order of their paths.
        unreadable: number of files that are not UTF-8 or cannot be read.
        refused: number of files that the oracle does not accept.
        too_large: number of files above the limit.
    """

    files: list[Source]
    unreadable: int
    refused: int
    too_large: int

    @property
    def digest(self) -> str:
        """The SHA-256 of names and texts, which does not depend on the folder of the tree."""
        whole = hashlib.sha256()
        for file in self.files:
            for part in (file.name, file.text):
                data = part.encode()
                whole.update(b"%d:" % len(data) + data)
        return whole.hexdigest()


def read_corpus(folder: Path, max_bytes: int, subject: Subject) -> Corpus:
    """Read all files of a language below a folder, except in folders of tests and installed packages.

    Raises:
        InputError: the path is not a folder, or the folder holds no file that can be cut.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder")
    files: list[Source] = []
    unreadable = refused = too_large = 0
    patterns = subject.known.manifest.file_patterns
    for path in sorted({path for pattern in patterns for path in folder.rglob(pattern)}):
        inside = path.relative_to(folder)
        if LEFT_OUT_FOLDERS & set(inside.parts[:-1]) or not path.is_file():
            continue
        try:
            data = path.read_bytes()
            text = data.decode()
        except (OSError, UnicodeDecodeError):
            unreadable += 1
            continue
        if len(data) > max_bytes:
            too_large += 1
        elif subject.parses(text):
            files.append(Source(inside.as_posix(), text))
        else:
            refused += 1
    if not files:
        raise InputError(f"{folder} holds no {subject.known.name} file that can be cut")
    return Corpus(files, unreadable, refused, too_large)
