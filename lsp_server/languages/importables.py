"""The names that an import can bind in a document: of the library, of packages, and of other open files.

Nothing is run for this, and no file is read. Of the packages that are installed in the environment beside a
file, only the folders' names are seen.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from quoin.engine.languages.loader import manifest_of
from quoin.lsp_server.languages.python_version import KEPT_SECONDS, LANGUAGE, around, folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quoin.engine.languages.names import ImportRules
    from quoin.lsp_server.documents.documents import Document, Documents
    from quoin.lsp_server.languages.languages import LanguageEntry, Languages

MAX_CHARACTERS = 200_000
"""Length in characters of the longest open document whose names are offered."""

_DEFINITION = re.compile(
    r"^(?:(?:async +)?def|class) +([A-Za-z]\w*)|^([A-Z][A-Z0-9_]+) *(?::[^=\n]+)?=", re.MULTILINE
)

_ENVIRONMENTS = (".venv", "venv", "env")

# Folders beside packages that are hardly ever meant.
_NO_PACKAGES = frozenset(("build", "docs", "examples", "scripts", "src", "test", "tests", "tools"))


class Importables:
    """The names that an import can bind, with the lines that bind them."""

    def __init__(self, documents: Documents, languages: Languages) -> None:
        self._documents = documents
        self._languages = languages
        self._library: dict[tuple[str, str | None], dict[str, str]] = {}
        self._installed: dict[Path, tuple[float, frozenset[str]]] = {}
        # By document: the version of its text, and the names that it defines.
        self._defined: dict[str, tuple[int, tuple[str, ...]]] = {}

    def of(self, document: Document, known: LanguageEntry, version: str | None) -> Mapping[str, str]:
        """Return for each name the line that binds it; empty for a language without imports."""
        rules = known.manifest.names.imports
        if rules is None:
            return {}
        found: dict[str, str] = {}
        folder = folder_of(document.uri) if known.source == LANGUAGE else None
        if folder is not None:
            found |= imports_of_packages(self._packages(folder), rules)
        found |= self._of_library(known, rules, version)
        if folder is not None:
            found |= self._of_documents(document, folder, known, rules)
        return found

    def _of_library(self, known: LanguageEntry, rules: ImportRules, version: str | None) -> dict[str, str]:
        key = known.source, version
        if key not in self._library:
            self._library[key] = rules.library(version, known.manifest.versions)
        return self._library[key]

    def _packages(self, folder: Path) -> frozenset[str]:
        now = time.monotonic()
        read, packages = self._installed.get(folder, (-KEPT_SECONDS, frozenset()))
        if now >= read + KEPT_SECONDS:
            packages = installed_packages(folder)
            self._installed[folder] = now, packages
        return packages

    def _of_documents(
        self, document: Document, folder: Path, known: LanguageEntry, rules: ImportRules
    ) -> dict[str, str]:
        own = module_of(Path(folder, PurePosixPath(document.uri).name), folder)
        found: dict[str, str] = {}
        for other in self._documents.latest_first():
            if other.uri == document.uri or self._languages.of(other.language_id, other.uri) != known:
                continue
            place = folder_of(other.uri)
            module = None if place is None else module_of(place / PurePosixPath(other.uri).name, folder)
            names = () if module in (None, own) else self._names_of(other)
            found = {name: rules.line(str(module), name) for name in names} | found
        return found

    def _names_of(self, document: Document) -> tuple[str, ...]:
        version, names = self._defined.get(document.uri, (None, ()))
        if version != document.version:
            text = document.buffer.text
            names = defined_names(text) if len(text) <= MAX_CHARACTERS else ()
            self._defined[document.uri] = document.version, names
        return names


def imports_beside(file: Path, language: str, version: str | None) -> dict[str, str]:
    """Return the lines that bind names in a file by an import, whatever else is open."""
    manifest = manifest_of(language)
    rules = manifest.names.imports
    if rules is None:
        return {}
    packages = installed_packages(file.absolute().parent) if language == LANGUAGE else frozenset()
    return imports_of_packages(packages, rules) | rules.library(version, manifest.versions)


def imports_of_packages(packages: frozenset[str], rules: ImportRules) -> dict[str, str]:
    """Return the lines that bind packages, by their names and usual aliases."""
    aliases = {
        name: rules.alias.format(module=module, name=name)
        for name, module in rules.aliases.items()
        if module.partition(".")[0] in packages
    }
    return {name: rules.module.format(module=name) for name in packages} | aliases


def defined_names(text: str) -> tuple[str, ...]:
    """Return the functions, classes and constants that a file defines for others, in order."""
    found = (one.group(1) or one.group(2) for one in _DEFINITION.finditer(text))
    return tuple(dict.fromkeys(name for name in found if len(name) > 1))


def module_of(file: Path, folder: Path) -> str | None:
    """Return the module's name by which files in a folder import a file; None if they probably cannot.

    A file in a package is imported by the names of its packages; another one if it lies in the same folder.
    """
    parts = [file.stem]
    place = file.parent
    while (place / "__init__.py").is_file() and len(parts) < len(file.parts):
        parts.append(place.name)
        place = place.parent
    if len(parts) == 1 and file.parent != folder:
        return None
    if parts[0] == "__init__":
        parts = parts[1:]
    return ".".join(reversed(parts)) if parts and all(part.isidentifier() for part in parts) else None


def installed_packages(folder: Path) -> frozenset[str]:
    """Return the names of the packages in the environment beside a folder; empty if there is none."""
    for here in around(folder):
        for name in _ENVIRONMENTS:
            packages = frozenset(_packages_in(here / name))
            if packages:
                return packages
    return frozenset()


def _packages_in(environment: Path) -> Iterator[str]:
    folders = [*environment.glob("lib/python3*/site-packages"), environment / "Lib" / "site-packages"]
    for folder in folders:
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            name = entry.name.removesuffix(".py")
            if name.isidentifier() and not name.startswith("_") and name not in _NO_PACKAGES:
                yield name
