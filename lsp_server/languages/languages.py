"""Which of the engine's languages a document is written in."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from quoin.engine.languages.loader import GRAMMARS, language_names
from quoin.engine.languages.manifest import read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from quoin.engine.languages.manifest import Manifest

# The language of files that are named on the command line, and that no language claims by their names.
DEFAULT = "python"

# What editors call a file whose language they do not know.
_UNKNOWN = ("", "plaintext", "text")

# Documents whose languages are remembered.
_KEPT = 256


@dataclass(frozen=True)
class LanguageEntry:
    """A language that documents may be written in.

    Attributes:
        manifest: what it says of itself.
        source: what the engine loads it by: the name of one that comes with quoin, else a folder.
        own: whether it is the user's own, from the setting `grammars`.
    """

    manifest: Manifest
    source: str
    own: bool

    @property
    def name(self) -> str:
        """The language's name."""
        return self.manifest.name

    def is_of(self, language_id: str, filename: str) -> bool:
        """Whether a document is written in it.

        What the client says counts; the file's name counts only where the client says nothing, and for a
        language of the user's own also where the client takes the file for plain text.
        """
        if language_id in self.manifest.lsp_ids:
            return True
        if language_id and not (self.own and language_id in _UNKNOWN):
            return False
        return any(fnmatchcase(filename, pattern) for pattern in self.manifest.file_patterns)


class Languages:
    """The user's own languages, and behind them those that come with quoin.

    Their manifests alone are read here: their grammars are the model's process's to load.
    """

    def __init__(self) -> None:
        self._own: Sequence[LanguageEntry] = ()
        self._of = lru_cache(_KEPT)(self._found)

    def use(self, own: Sequence[LanguageEntry]) -> None:
        """Have these languages of the user's own, in place of those of before."""
        self._own = own
        self._of.cache_clear()

    def of(self, language_id: str, uri: str) -> LanguageEntry | None:
        """Give the language of a document; None if there is none for it."""
        return self._of(language_id, uri)

    def _found(self, language_id: str, uri: str) -> LanguageEntry | None:
        filename = PurePosixPath(unquote(urlsplit(uri).path)).name
        return next((one for one in (*self._own, *packaged()) if one.is_of(language_id, filename)), None)


@cache
def packaged() -> tuple[LanguageEntry, ...]:
    """The languages that come with quoin, by their names."""
    return tuple(LanguageEntry(read_manifest(GRAMMARS / name), name, own=False) for name in language_names())


def language_of_file(file: Path) -> str:
    """Name the language that comes with quoin which a file is written in, by the file's name."""
    found = (known.name for known in packaged() if known.is_of("", file.name))
    return next(found, DEFAULT)


def versions_of(language: str) -> tuple[str, ...]:
    """Name a language's versions, oldest first; none if it has no versions."""
    return next(known.manifest.versions for known in packaged() if known.name == language)
