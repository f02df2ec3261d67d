"""Determines the version of a language that a file is written for, from the files around it.

No program is started for this, since a workspace may contain untrusted code. The folders from the file's
own up to the repository's are searched, and the nearest one that names a version decides. For Rust, the
source is the `edition` in `Cargo.toml`, of a package or of all packages of a workspace. For Python, these
sources are read in each folder in this order:

- `.python-version`, as version managers write it: its first line that begins with a version.
- `pyvenv.cfg` in `.venv`, `venv` or `env`: `version` or `version_info`.
- `pyproject.toml`: `requires-python` of the table `project`; the lowest version that it allows.
- `setup.cfg`: `python_requires` of the section `options`; the lowest version that it allows.
- `Pipfile`: `python_version` or `python_full_version` of the table `requires`.

The files in TOML are read by regular expressions, since the oldest Python that quoin runs on
has no reader for TOML: a table is the text between a line with its name in brackets and the next line
that begins with a bracket.
"""

from __future__ import annotations

import configparser
import os
import platform
import re
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from quoin.lsp_server.errors import InputError
from quoin.lsp_server.languages.languages import versions_of
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MAX_FOLDERS = 40
_MAX_BYTES = 1 << 20
_MAX_PATCHES = 60
_NUMBER = re.compile(r"\s*(?:cpython-?|pypy-?|python-?)?(\d+)\.(\d+)")
_CLAUSE = re.compile(r"\s*(===|==|!=|~=|<=|>=|<|>)\s*v?(\d+(?:\.\d+)*)(\.\*)?\s*")

LANGUAGE = "python"

CELLS = "vscode-notebook-cell"
"""The scheme of the URIs of a notebook's cells, whose path is that of the notebook's file."""

KEPT_SECONDS = 10.0
"""Seconds for which an answer for a folder is kept before its files are read again."""

Number = tuple[int, ...]


class NamedVersions:
    """The versions that documents' folders name, each kept for `KEPT_SECONDS`."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Path], tuple[float, str | None]] = {}
        self._asked: set[tuple[str, Path]] = set()

    def of(self, language: str, uri: str) -> str | None:
        """Return the version for a document; None for other languages and for documents without a file."""
        folder = folder_of(uri) if language in _SOURCES else None
        if folder is None:
            return None
        self._asked.add((language, folder))
        return self._read(language, folder, KEPT_SECONDS)

    def refresh(self) -> None:
        """Read again, in a pause, the files that a request would otherwise have to wait for soon."""
        asked, self._asked = self._asked, set()
        for language, folder in asked:
            self._read(language, folder, KEPT_SECONDS / 2)

    def _read(self, language: str, folder: Path, seconds: float) -> str | None:
        """Return the version that a folder names; an answer read less than `seconds` ago is reused."""
        now = time.monotonic()
        read, before = self._kept.get((language, folder), (-seconds, None))
        if now < read + seconds:
            return before
        version = named_version(folder, versions_of(language), language)
        self._kept[language, folder] = (now, version)
        if version != before:
            log.info("%s %s, as the workspace says", language, version or "of the newest version")
        return version


@lru_cache(256)
def folder_of(uri: str) -> Path | None:
    """Return the folder of a document's file or of a cell's notebook; None for a document without a file."""
    parts = urlsplit(uri)
    # The slash before a drive's letter is not a part of the path.
    path = re.sub(r"^/(?=[A-Za-z]:)", "", unquote(parts.path))
    return Path(path).parent if parts.scheme in ("file", CELLS) else None


def running_version() -> str | None:
    """Return the known version nearest to that of the running Python."""
    return _nearest(platform.python_version(), versions_of(LANGUAGE))


def version_for_file(wanted: str | None, file: Path, language: str) -> str | None:
    """Return the version for a file on the command line; None for languages whose versions no file names.

    Raises:
        InputError: there is no such version, or the file's language is another one.
    """
    if language == LANGUAGE:
        return version_for(wanted, file.parent)
    if wanted is not None:
        raise InputError(f"--python-version is for Python, and {file} is taken for {Path(language).name}")
    if language in _SOURCES:
        return named_version(file.parent.absolute(), versions_of(language), language)
    return None


def version_for_tree(wanted: str | None, language: str, folder: Path) -> str | None:
    """Return the version for a tree of files: the wanted or the running one; None for other languages.

    Raises:
        InputError: there is no such version, or the language is another one.
    """
    if language == LANGUAGE:
        return version_for(wanted or running_version(), folder)
    if wanted is not None:
        raise InputError(f"--python-version is for Python, and the language is {language}")
    return None


def version_for(wanted: str | None, folder: Path) -> str | None:
    """Return the version that a user of the command line wants, or the one that a folder names, or None.

    Raises:
        InputError: there is no such version.
    """
    known = versions_of(LANGUAGE)
    if wanted is None:
        return named_version(folder.absolute(), known)
    if wanted not in known:
        raise InputError(f"there is no version {wanted!r} of python; known are {', '.join(known)}")
    return wanted


def named_version(folder: Path, known: Sequence[str], language: str = LANGUAGE) -> str | None:
    """Return the version that a folder or one around it names, or None.

    Args:
        folder: the file's folder.
        known: the versions to choose from, oldest first. The newest one replaces a version that is newer
            than all, and the oldest one an older version, except that Python 2 counts as no version.
        language: the language's name.
    """
    for here in around(folder):
        for source in _SOURCES[language]:
            version = source(here, known)
            if version is not None:
                return version
    return None


def around(folder: Path) -> Iterator[Path]:
    """Yield a folder and those around it, up to the repository's."""
    for here in [folder, *folder.parents][:_MAX_FOLDERS]:
        yield here
        # Unlike `Path.exists`, this function does not raise for a folder that may not be searched.
        if os.path.exists(here / ".git"):  # noqa: PTH110
            return


def _version_file(folder: Path, known: Sequence[str]) -> str | None:
    return next(filter(None, (_nearest(line, known) for line in _read(folder / ".python-version"))), None)


def _environment(folder: Path, known: Sequence[str]) -> str | None:
    for name in (".venv", "venv", "env"):
        for line in _read(folder / name / "pyvenv.cfg"):
            key, _, value = line.partition("=")
            if key.strip() in ("version", "version_info"):
                return _nearest(value, known)
    return None


def _project(folder: Path, known: Sequence[str]) -> str | None:
    return _lowest(_toml(folder / "pyproject.toml", "project", "requires-python"), known)


def _setup(folder: Path, known: Sequence[str]) -> str | None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string("\n".join(_read(folder / "setup.cfg")))
    except configparser.Error:
        return None
    return _lowest(parser.get("options", "python_requires", fallback=None), known)


def _pipfile(folder: Path, known: Sequence[str]) -> str | None:
    value = _toml(folder / "Pipfile", "requires", "python_(?:full_)?version")
    return None if value is None else _nearest(value, known)


def _edition(folder: Path, known: Sequence[str]) -> str | None:
    """Return the edition of a package or of a workspace's packages; the nearest known one for another."""
    editions = (
        re.match(r'\s*edition\s*=\s*["\'](\d{4})["\']', line) for line in _read(folder / "Cargo.toml")
    )
    edition = next(filter(None, editions), None)
    return edition and max((one for one in known if one <= edition[1]), default=known[0])


_SOURCES: dict[str, list[Callable[[Path, Sequence[str]], str | None]]] = {
    LANGUAGE: [_version_file, _environment, _project, _setup, _pipfile],
    "rust": [_edition],
}


def _read(file: Path) -> list[str]:
    """Return the lines of a text file; empty if it cannot be read or is larger than `_MAX_BYTES`."""
    try:
        if not file.is_file() or file.stat().st_size > _MAX_BYTES:
            return []
        return file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _toml(file: Path, table: str, key: str) -> str | None:
    """Return the string value of a key in a table; the key is a regular expression."""
    inside = False
    for line in _read(file):
        if line.startswith("["):
            inside = re.fullmatch(rf"\[\s*{table}\s*\]\s*(#.*)?", line) is not None
        elif inside and (match := re.match(rf"""\s*(['"]?){key}\1\s*=\s*(["'])(.*?)\2""", line)):
            return match[3]
    return None


def _nearest(text: str, known: Sequence[str]) -> str | None:
    """Return the known version nearest to the one that a text begins with."""
    match = _NUMBER.match(text)
    if match is None or int(match[1]) != _number(known[0])[0]:
        return None
    wanted = (int(match[1]), int(match[2]))
    return min(known, key=lambda version: abs(_number(version)[1] - wanted[1]))


def _lowest(clauses: str | None, known: Sequence[str]) -> str | None:
    """Return the oldest known version with a release that satisfies a version specifier (PEP 440)."""
    found = [_CLAUSE.fullmatch(clause) for clause in (clauses or "").split(",") if clause.strip()]
    checks = [match for match in found if match is not None]
    if not checks or len(checks) < len(found):
        return None
    for version in known:
        releases = ((*_number(version), patch) for patch in range(_MAX_PATCHES))
        if any(all(_meets(release, check) for check in checks) for release in releases):
            return version
    return None


def _meets(release: Number, clause: re.Match[str]) -> bool:
    operator, number, any_below = clause[1], _number(clause[2]), clause[3] is not None
    padded = number + (0,) * (len(release) - len(number))
    if operator in ("==", "===", "!="):
        same = release[: len(number)] == number if any_below else release == padded
        return same == (operator != "!=")
    if operator == "~=":
        return release >= padded and release[: len(number) - 1] == number[:-1]
    return {
        "<": release < padded,
        "<=": release <= padded,
        ">": release > padded,
        ">=": release >= padded,
    }[operator]


def _number(version: str) -> Number:
    return tuple(map(int, version.split(".")))
