"""Archives of packages as their registries serve them: finding one, and reading its files.

Wheels, jars and modules of Go are ZIP files; the others are compressed tar files. A source package
of Debian is a description (`.dsc`) that names its tar files. Files are read one at a time, and
nothing is unpacked to disk.
"""

from __future__ import annotations

import lzma
import re
import tarfile
import zipfile
import zlib
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from quoin.engine.starter.texts.lists import Package

    Wanted = Callable[[str, int], bool]
    """Whether a file is to be read, by its path and its size in bytes."""

ZIPS = (".whl", ".zip", ".jar")
TARS = (".tar.gz", ".tgz", ".crate")
SOURCES = ".dsc"

_WITHOUT_ROOT = (".whl", ".jar")
"""Archives whose files do not lie in a folder with the package's name."""

_MODULE = re.compile(r"[^@]*@v\d[^/]*/")

_PART = re.compile(r"\s[0-9a-f]{64} \d+ (\S+_[^\s/]+?(?:\.orig(?:-([\w-]+))?|\.debian)?\.tar\.(?:gz|xz|bz2))")
"""A line of a description about a tar file: its name, and the folder that its files lie in."""

_DAMAGE = (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError)
_UNSUPPORTED = (NotImplementedError, RuntimeError, ValueError)
"""Errors of the libraries for archives with passwords, unknown compression, or odd headers."""


class ArchiveError(ValueError):
    """An archive cannot be read."""


def find(folder: Path, registry: str) -> Mapping[str, Path]:
    """Return the archives of a registry below `folder` by the names that packages have for them."""
    found: dict[str, Path] = {}
    endings = (SOURCES,) if registry == "debian" else ZIPS + TARS
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(endings):
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
    if package.registry == "debian":
        yield f"{name}-{_plain(re.sub('^[0-9]+:', '', package.version))}"  # the epoch is not in names
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
    for ending in (*ZIPS, *TARS, SOURCES):
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
    kinds = {ZIPS: _zip, TARS: _tar, (SOURCES,): _sources}
    read = next((one for endings, one in kinds.items() if archive.name.endswith(endings)), None)
    if not read:
        raise ArchiveError(f"{archive.name}: not an archive that is known")
    try:
        yield from read(archive, wanted)
    except (*_DAMAGE, *_UNSUPPORTED) as error:
        raise ArchiveError(f"{archive.name}: {error}") from error


def _zip(archive: Path, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    root = not archive.name.endswith(_WITHOUT_ROOT)
    with zipfile.ZipFile(archive) as file:
        for info in file.infolist():
            name = _below_root(info.filename) if root else info.filename
            if not info.is_dir() and _is_path(name) and wanted(name, info.file_size):
                yield name, file.read(info)


def _tar(archive: Path, wanted: Wanted, *, root: bool = True) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive, "r|*") as file:
        for info in file:
            name = info.name.removeprefix("./")
            name = name.partition("/")[2] if root else name
            if info.isreg() and _is_path(name) and wanted(name, info.size):
                content = file.extractfile(info)
                if content:
                    yield name, content.read()


def _sources(archive: Path, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    """Read the tar files of a source package; those of a component lie in a folder with its name.

    As when the package is unpacked, all files of a tar file lose their folder if they have one in common,
    and `debian` is that of the packaging.
    """
    parts = dict(_parts(archive))
    packaged = any(map(_is_packaging, parts))
    for part, folder in parts.items():
        own = _is_packaging(part)
        shadowed = () if own or not packaged else ("debian/",)
        found = partial(_is_wanted, wanted, folder, shadowed)
        for name, content in _tar(part, found, root=not own and _has_root(part)):
            yield folder + name, content


def _is_wanted(wanted: Wanted, folder: str, shadowed: tuple[str, ...], path: str, size: int) -> bool:
    return not path.startswith(shadowed) and wanted(folder + path, size)


def packaging(archive: Path, path: str) -> bytes | None:
    """Return a file in the folder `debian` of a source package; None if it is not there.

    Raises:
        ArchiveError: the archive is damaged.
    """
    try:
        parts = [part for part, _ in _parts(archive)]
        for part in filter(_is_packaging, parts) if any(map(_is_packaging, parts)) else parts:
            root = not _is_packaging(part) and _has_root(part)
            for _, content in _tar(part, lambda name, _: name == f"debian/{path}", root=root):
                return content
    except (*_DAMAGE, *_UNSUPPORTED) as error:
        raise ArchiveError(f"{archive.name}: {error}") from error
    return None


def _parts(archive: Path) -> Iterator[tuple[Path, str]]:
    """Yield the tar files that a source package consists of, and the folders that their files lie in."""
    for found in _PART.finditer(archive.read_text(encoding="utf-8")):
        yield archive.parent / found[1], f"{found[2]}/" if found[2] else ""


def _is_packaging(part: Path) -> bool:
    return ".debian.tar." in part.name


def _has_root(archive: Path) -> bool:
    with tarfile.open(archive, "r|*") as file:
        names = [info.name.removeprefix("./") for info in file]
    return len({name.partition("/")[0] for name in names if name != "."} - {""}) == 1


def _below_root(name: str) -> str:
    """Return a path below the folder of a module (`host/a/b@v1.2.3`), or of a package (`a-1.2.3`)."""
    return without_module(name) if _MODULE.match(name) else name.partition("/")[2]


def without_module(path: str) -> str:
    """Return a path without the folder of a module (`host/a/b@v1.2.3`) at its start."""
    return _MODULE.sub("", path, count=1)


def _is_path(name: str) -> bool:
    return bool(name) and ".." not in PurePosixPath(name).parts
