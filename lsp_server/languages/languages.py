"""Determines which of the engine's languages a document is written in."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from quoin.engine.errors import EngineError
from quoin.engine.languages.loader import GRAMMARS, language_names, manifest_of
from quoin.engine.languages.manifest import read_manifest
from quoin.lsp_server.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.languages.manifest import Manifest

# The language of samples, and of trees that hold enough files of it.
DEFAULT = "python"

# The language ids that editors send for a file whose language they do not know.
_UNKNOWN = ("", "plaintext", "text")

# Languages, by the ends of their files' names, that one folder balances together with others.
_BALANCED_FILES = {".kt": "kotlin", ".kts": "kotlin"}

# Number of documents whose languages are remembered.
_KEPT = 256


@dataclass(frozen=True)
class LanguageEntry:
    """A language that documents may be written in.

    Attributes:
        manifest: the language's manifest.
        source: the source from which the engine loads it: the name of a packaged language, else a folder.
        own: whether it is the user's own language, from the setting `grammars`.
    """

    manifest: Manifest
    source: str
    own: bool

    @property
    def name(self) -> str:
        """The language's name."""
        return self.manifest.name

    @property
    def has_parts(self) -> bool:
        """Whether parts of its files may be of other languages."""
        return bool(self.manifest.embedded.elements)

    def called(self, language_id: str, filename: str) -> str:
        """Return what people call the language of a document.

        That is the client's language id where the folder balances several languages, since nobody knows the
        folder's name, and what the file's name says where the id is none of them.
        """
        if self.manifest.promise.kind != "balanced":
            return self.name
        if language_id in self.manifest.lsp_ids:
            return language_id
        return _BALANCED_FILES.get(PurePosixPath(filename).suffix, self.name)

    def is_of(self, language_id: str, filename: str) -> bool:
        """Return whether a document is written in this language.

        The client's language id decides. The file's name decides only if the id is empty, and for a
        language of the user's own also if the id means plain text.
        """
        if language_id in self.manifest.lsp_ids:
            return True
        if language_id and not (self.own and language_id in _UNKNOWN):
            return False
        return any(fnmatchcase(filename, pattern) for pattern in self.manifest.file_patterns)


class Languages:
    """The user's own languages, and after them the packaged ones.

    Only their manifests are read here; the model's process loads their grammars.
    """

    def __init__(self) -> None:
        self._own: Sequence[LanguageEntry] = ()
        self._of = lru_cache(_KEPT)(self._found)

    def use(self, own: Sequence[LanguageEntry]) -> None:
        """Replace the user's own languages."""
        self._own = own
        self._of.cache_clear()

    def of(self, language_id: str, uri: str) -> LanguageEntry | None:
        """Return the language of a document; None if there is none for it."""
        return self._of(language_id, uri)

    def named(self, name: str) -> LanguageEntry | None:
        """Return the language of a name; None if there is none."""
        return next((one for one in (*self._own, *packaged()) if one.name == name), None)

    def _found(self, language_id: str, uri: str) -> LanguageEntry | None:
        filename = filename_of(uri)
        return next((one for one in (*self._own, *packaged()) if one.is_of(language_id, filename)), None)


def filename_of(uri: str) -> str:
    """Return the name of a document's file."""
    return PurePosixPath(unquote(urlsplit(uri).path)).name


@cache
def packaged() -> tuple[LanguageEntry, ...]:
    """Return the packaged languages, in the order of their names."""
    return tuple(LanguageEntry(read_manifest(GRAMMARS / name), name, own=False) for name in language_names())


def named_language(name: str) -> LanguageEntry:
    """Return a packaged language by its name, or the language in a folder.

    Raises:
        InputError: there is no such language, or its manifest cannot be used.
    """
    for known in packaged():
        if known.name == name:
            return known
    if not Path(name).is_dir():
        raise InputError(f"{name!r} is neither a language, of which there are {_names()}, nor a folder")
    own = Path(name).absolute()
    try:
        return LanguageEntry(manifest_of(own), str(own), own=True)
    except EngineError as error:
        raise InputError(str(error)) from None


def language_of_file(file: Path) -> LanguageEntry:
    """Return the packaged language that a file is written in, by the file's name.

    Raises:
        InputError: no packaged language has files of this name.
    """
    for known in packaged():
        if known.is_of("", file.name):
            return known
    raise InputError(
        f"the name of {file} says no language that quoin has, which are {_names()}; "
        "--language takes one of them, or the folder of a language"
    )


def _names() -> str:
    return ", ".join(known.name for known in packaged())


def versions_of(language: str) -> tuple[str, ...]:
    """Return a packaged language's versions, oldest first; empty if it has none."""
    return next(known.manifest.versions for known in packaged() if known.name == language)
