"""Archives of packages as their registries serve them: finding one, and reading its files.

Wheels, jars and modules of Go are ZIP files; the others are compressed tar files. Files are read
one at a time, and nothing is unpacked to disk.
"""

from __future__ import annotations

import lzma
import re
import tarfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from quoin.engine.starter.texts.lists import Package

    Wanted = Callable[[str, int], bool]
    """Whether a file is to be read, by its path and its size in bytes."""

ZIPS = (".whl", ".zip", ".jar")
TARS = (".tar.gz", ".tgz", ".crate")

_WITHOUT_ROOT = (".whl", ".jar")
"""Archives whose files do not lie in a folder with the package's name."""

_MODULE = re.compile(r"[^@]*@v\d[^/]*/")

_DAMAGE = (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError)
_UNSUPPORTED = (NotImplementedError, RuntimeError, ValueError)
"""Errors of the libraries for archives with passwords, unknown compression, or odd headers."""


class ArchiveError(ValueError):
    """An archive cannot be read."""


def find(folder: Path) -> Mapping[str, Path]:
    """Return the archives below `folder` by their keys (`key`)."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(ZIPS + TARS):
            found[_stem(path.name)] = path
            found[_plain(path.relative_to(folder).as_posix())] = path
    return found


def archive_of(package: Package, found: Mapping[str, Path]) -> Path | None:
    """Return the archive of a package among those found; None if it is not there."""
    return next((found[key] for key in _keys(package) if key in found), None)


def _keys(package: Package) -> Iterator[str]:
    """Yield the names that clients and registries give to a package's archive."""
    name, version = _plain(package.name), _plain(package.version)
    yield f"{name}-{version}"
    if package.registry == "go":
        bare = _plain(package.version.removeprefix("v"))
        yield from (f"{name}-v{bare}", f"{name}-v-v{bare}-zip")
        escaped = _plain(re.sub("[A-Z]", lambda found: "!" + found[0].lower(), package.name))
        yield from (f"{escaped}-v{bare}", f"{escaped}-v-v{bare}-zip")
    if package.registry in {"npm", "maven"}:
        own = _plain(re.split("[/:]", package.name)[-1])
        yield f"{own}-{version}"


def _stem(name: str) -> str:
    """Return the plain name and version that an archive's file name begins with."""
    for ending in ZIPS + TARS:
        if name.endswith(ending):
            stem = name[: -len(ending)]
            if ending == ".whl":
                stem = "-".join(stem.split("-")[:2])
            return _plain(stem).removesuffix("-sources")
    return _plain(name)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def members(archive: Path, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    """Yield the wanted files of an archive, with their paths below the package's own folder.

    Raises:
        ArchiveError: the archive is damaged, or of an unknown kind.
    """
    if not archive.name.endswith(ZIPS + TARS):
        raise ArchiveError(f"{archive.name}: not an archive that is known")
    try:
        yield from (_zip if archive.name.endswith(ZIPS) else _tar)(archive, wanted)
    except (*_DAMAGE, *_UNSUPPORTED) as error:
        raise ArchiveError(f"{archive.name}: {error}") from error


def _zip(archive: Path, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    root = not archive.name.endswith(_WITHOUT_ROOT)
    with zipfile.ZipFile(archive) as file:
        for info in file.infolist():
            name = _below_root(info.filename) if root else info.filename
            if not info.is_dir() and _is_path(name) and wanted(name, info.file_size):
                yield name, file.read(info)


def _tar(archive: Path, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive, "r|gz") as file:
        for info in file:
            name = info.name.removeprefix("./").partition("/")[2]
            if info.isreg() and _is_path(name) and wanted(name, info.size):
                content = file.extractfile(info)
                if content:
                    yield name, content.read()


def _below_root(name: str) -> str:
    """Return a path below the folder of a module (`host/a/b@v1.2.3`), or of a package (`a-1.2.3`)."""
    return without_module(name) if _MODULE.match(name) else name.partition("/")[2]


def without_module(path: str) -> str:
    """Return a path without the folder of a module (`host/a/b@v1.2.3`) at its start."""
    return _MODULE.sub("", path, count=1)


def _is_path(name: str) -> bool:
    return bool(name) and ".." not in PurePosixPath(name).parts
