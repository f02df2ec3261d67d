"""Archives as registries serve them, made of a few texts."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import tarfile
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ROOTS = {
    "npm": "package/",
    "crates": "a-1.0/",
    "go": "example.org/a@v1.0.0/",
    "pypi": "",
    "maven": "",
    "debian": "a-1.0/",
}
NAMES = {
    "pypi": "a-1.0-py3-none-any.whl",
    "npm": "a-1.0.tgz",
    "crates": "a-1.0.crate",
    "go": "example.org+a@v1.0.0.zip",
    "maven": "a-1.0-sources.jar",
    "debian": "a_1.0-1.dsc",
}
FORMAT = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
EXPAT = f"{FORMAT}\nFiles: *\nCopyright: A\nLicense: Expat\n"


def pack(file: Path, files: Mapping[str, bytes | str]) -> Path:
    """Write an archive of the kind that its name says, and return it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    contents = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    if file.name.endswith((".whl", ".zip", ".jar")):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
            for name, content in contents.items():
                zipped.writestr(name, content)
        return file
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for name, content in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    content = buffer.getvalue()
    if file.suffix == ".xz":
        file.write_bytes(lzma.compress(content))
    else:
        file.write_bytes(bz2.compress(content) if file.suffix == ".bz2" else gzip.compress(content))
    return file


def package(folder: Path, registry: str, files: Mapping[str, bytes | str]) -> Path:
    """Write the archive of the package `a` of a registry with files below its own folder."""
    root = ROOTS[registry]
    if registry == "debian":
        return sources(folder, {"a_1.0.orig.tar.xz": {root + name: text for name, text in files.items()}})
    return pack(folder / NAMES[registry], {root + name: content for name, content in files.items()})


def sources(
    folder: Path,
    parts: Mapping[str, Mapping[str, bytes | str]],
    licences: str | None = EXPAT,
    name: str = NAMES["debian"],
) -> Path:
    """Write a source package of Debian: its tar files, the packaging with the licences, the description."""
    files = [pack(folder / file, contents) for file, contents in parts.items()]
    if licences is not None:
        files.append(pack(folder / "a_1.0-1.debian.tar.xz", {"debian/copyright": licences}))
    sums = [
        f" {hashlib.sha256(file.read_bytes()).hexdigest()} {file.stat().st_size} {file.name}"
        for file in files
    ]
    described = folder / name
    described.write_text("\n".join(["Format: 3.0 (quilt)", "Source: a", "Checksums-Sha256:", *sums, ""]))
    return described
