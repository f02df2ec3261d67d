"""Which of the engine's languages a document is written in."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from engine.languages.loader import GRAMMARS, language_names
from engine.languages.manifest import read_manifest

if TYPE_CHECKING:
    from engine.languages.manifest import Manifest

# The language of files that are named on the command line.
DEFAULT = "python"


@cache
def _manifests() -> tuple[Manifest, ...]:
    return tuple(read_manifest(GRAMMARS / name) for name in language_names())


def versions_of(language: str) -> tuple[str, ...]:
    """Name a language's versions, oldest first; none if it has no versions."""
    return next(manifest.versions for manifest in _manifests() if manifest.name == language)


def language_of(language_id: str, uri: str) -> str | None:
    """Name the language of a document; None if the engine has none for it.

    What the client says counts; the file's name counts only where the client says nothing. Reads
    the languages' manifests alone: their grammars are the model's process's to load.
    """
    filename = PurePosixPath(unquote(urlsplit(uri).path)).name
    for manifest in _manifests():
        if language_id in manifest.lsp_ids:
            return manifest.name
        if not language_id and any(fnmatchcase(filename, pattern) for pattern in manifest.file_patterns):
            return manifest.name
    return None
