"""Archives as registries serve them, made of a few texts."""

from __future__ import annotations

import io
import tarfile
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ROOTS = {"npm": "package/", "crates": "a-1.0/", "go": "example.org/a@v1.0.0/", "pypi": "", "maven": ""}
NAMES = {
    "pypi": "a-1.0-py3-none-any.whl",
    "npm": "a-1.0.tgz",
    "crates": "a-1.0.crate",
    "go": "example.org+a@v1.0.0.zip",
    "maven": "a-1.0-sources.jar",
}


def pack(file: Path, files: Mapping[str, bytes | str]) -> Path:
    """Write an archive of the kind that its name says, and return it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    contents = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    if file.name.endswith((".whl", ".zip", ".jar")):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
            for name, content in contents.items():
                zipped.writestr(name, content)
        return file
    with tarfile.open(file, "w:gz") as tar:
        for name, content in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return file


def package(folder: Path, registry: str, files: Mapping[str, bytes | str]) -> Path:
    """Write the archive of the package `a` of a registry with files below its own folder."""
    root = ROOTS[registry]
    return pack(folder / NAMES[registry], {root + name: content for name, content in files.items()})
