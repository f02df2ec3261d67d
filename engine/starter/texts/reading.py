"""The texts of one package, or of the interpreter's library, that are fit for training."""

from __future__ import annotations

import platform
import sysconfig
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.starter.texts import archives, filters, languages, licensing, paths
from quoin.engine.starter.texts.archives import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

LIBRARY = f"cpython/{'.'.join(platform.python_version_tuple()[:2])}"
"""The label of the running interpreter's own library, whose licence is PSF-2.0."""

LIBRARY_HELD_OUT = frozenset(
    {
        "_threading_local.py",
        "asyncio/proactor_events.py",
        "asyncio/sslproto.py",
        "asyncio/windows_events.py",
        "distutils/command/build.py",
        "distutils/command/build_py.py",
        "email/feedparser.py",
        "email/mime/message.py",
        "heapq.py",
        "idlelib/filelist.py",
        "idlelib/multicall.py",
        "idlelib/searchbase.py",
        "idlelib/zoomheight.py",
        "importlib/abc.py",
        "lib2to3/fixes/fix_imports2.py",
        "lib2to3/fixes/fix_raise.py",
        "lib2to3/fixes/fix_types.py",
        "lib2to3/fixes/fix_xrange.py",
        "lib2to3/pgen2/__init__.py",
        "pathlib.py",
        "symtable.py",
        "telnetlib.py",
        "tkinter/simpledialog.py",
        "xml/parsers/expat.py",
    }
)
"""Files of the library that measurements are made with."""

COMPILED = 5
"""The number of scripts with declarations beside them from which on a compiler wrote both."""

_NOT_WRITTEN = frozenset(
    {
        "__pycache__",
        "dist-packages",
        "encodings",  # tables of code points
        "idle_test",
        "pydoc_data",  # the manual, as one string
        "site-packages",
        "test",
        "tests",
    }
)
_OF_BUILD = ("_sysconfigdata", "config-")
"""Prefixes of files that the build generates, with the builder's own paths and flags."""


class Text(NamedTuple):
    """The text of a file, whose lines end in a line feed alone.

    Attributes:
        language: an identifier as in `languages`.
        package: the label of its package.
        path: the path below the package's own folder.
        text: the contents.
    """

    language: str
    package: str
    path: str
    text: str


@dataclass
class Reading:
    """What was read of a package.

    Attributes:
        package: its label.
        texts: the texts that are fit for training.
        refused: the number of other files, by the reason.
    """

    package: str
    texts: list[Text] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)


def read(label: str, archive: Path, skipped: Sequence[str] = ()) -> Reading:
    """Read an archive, apart from most tests; of a damaged one, the files before the damage are read.

    Args:
        label: the package's label.
        archive: the file.
        skipped: files and folders (with a slash at the end) in the archive that are not read.
    """
    found = Reading(label)
    seen: set[str] = set()
    skipped = tuple(map(archives.without_module, skipped))
    try:
        allowed = _allowed(label, archive)
    except ArchiveError:
        allowed = None
    if not allowed:
        found.refused["packages: no licences of files"] += 1
        return found

    def wanted(path: str, size: int) -> bool:
        seen.add(path)
        reason = paths.refusal(label.partition("/")[0], path)
        if not reason and not filters.fits(size):
            reason = "size"
        if not reason and any(path == one or (one.endswith("/") and path.startswith(one)) for one in skipped):
            reason = "another licence"
        if not reason and not allowed(path):
            reason = "another licence"
        if not reason and paths.is_left_out(label, path):
            reason = "test"
        if reason:
            found.refused[reason] += 1
        return not reason

    try:
        _take(archives.members(archive, wanted), found)
    except ArchiveError:
        found.refused["damaged archive"] += 1
    _leave_compiled(found, seen)
    return found


def _leave_compiled(found: Reading, seen: Collection[str]) -> None:
    made = [text for text in found.texts if paths.is_made_of(text.path, seen)]
    if len(made) >= COMPILED:
        found.texts = [text for text in found.texts if text not in made]
        found.refused["compiled"] += len(made)


def _allowed(label: str, archive: Path) -> Callable[[str], object] | None:
    """Return which files of a package are under allowed licences; None if it is not said.

    All files of a package are under the licence that its list names, but for Debian, whose packages say it
    for each file.
    """
    if not label.startswith("debian/"):
        return lambda _: True
    found = licensing.read(archive)
    return found.licence if found else None


def library() -> Path:
    """Return the folder of the running interpreter's library."""
    return Path(sysconfig.get_path("stdlib"))


def read_library(root: Path) -> Reading:
    """Read the interpreter's library in `root`, without its tests and what the build generates."""
    found = Reading(LIBRARY)
    _take(_library_files(root), found)
    return found


def _library_files(root: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(root.rglob("*.py")):
        path = file.relative_to(root)
        if (
            _NOT_WRITTEN.isdisjoint(path.parts)
            and not any(part.startswith(_OF_BUILD) for part in path.parts)
            and filters.fits(file.stat().st_size)
        ):
            yield path.as_posix(), file.read_bytes()


def _take(files: Iterable[tuple[str, bytes]], found: Reading) -> None:
    for path, content in files:
        text = filters.text_of(content)
        language = text and languages.by_contents(path, text)
        reason = (filters.refusal(language, text) if text and language else None) or (
            "no text" if text is None else None if language else "no language"
        )
        if reason:
            found.refused[reason] += 1
        elif text and language:
            found.texts.append(Text(language, found.package, path, text))
