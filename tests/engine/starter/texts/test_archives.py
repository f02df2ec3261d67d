"""Finding archives of packages, and reading their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.texts import archives
from quoin.engine.starter.texts.archives import ArchiveError
from quoin.engine.starter.texts.lists import Package
from tests.engine.starter.texts.archives import NAMES, ROOTS, pack, package

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("registry", NAMES)
def test_files_of_an_archive(tmp_path: Path, registry: str) -> None:
    asked = []

    def wanted(path: str, size: int) -> bool:
        asked.append((path, size))
        return path != "c.bin"

    archive = package(tmp_path, registry, {"a.py": "x", "b/a@v1/d.py": b"\xff\0", "c.bin": "12345"})
    assert dict(archives.members(archive, wanted)) == {"a.py": b"x", "b/a@v1/d.py": b"\xff\0"}
    assert asked == [("a.py", 1), ("b/a@v1/d.py", 2), ("c.bin", 5)]


def test_no_path_leads_out(tmp_path: Path) -> None:
    archive = pack(tmp_path / "a-1.0.tgz", {"package/../../etc/a.py": "x", "package/a.py": "x"})
    assert [path for path, _ in archives.members(archive, lambda *_: True)] == ["a.py"]


@pytest.mark.parametrize("name", NAMES.values())
def test_a_damaged_archive(tmp_path: Path, name: str) -> None:
    archive = pack(tmp_path / name, {"a@v1/a.py": "x"})
    archive.write_bytes(archive.read_bytes()[20:])
    with pytest.raises(ArchiveError, match=archive.name.replace("+", r"\+")):
        list(archives.members(archive, lambda *_: True))


def test_an_unknown_archive(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="not an archive"):
        list(archives.members(tmp_path / "a.rar", lambda *_: True))


@pytest.mark.parametrize(
    ("registry", "name", "version", "file"),
    [
        ("pypi", "Flask", "3.0", "flask-3.0-py3-none-any.whl"),
        ("pypi", "ruamel.yaml", "0.18", "ruamel_yaml-0.18-py3-none-any.whl"),
        ("pypi", "a", "1.0", "a-1.0.tar.gz"),
        ("pypi", "a", "1.0", "a-1.0-cp313-cp313-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl"),
        ("npm", "zod", "4.0.0", "zod-4.0.0.tgz"),
        ("npm", "@scope/name", "1.0.0-rc.1", "scope-name-1.0.0-rc.1.tgz"),
        ("npm", "@scope/name", "1.0.0", "@scope/name/-/name-1.0.0.tgz"),
        ("crates", "a_b", "1.0.0+c-2", "a_b-1.0.0+c-2.crate"),
        ("go", "github.com/A/b/v2", "v2.1.0", "github.com+A+b+v2@v2.1.0.zip"),
        ("go", "github.com/A/b/v2", "v2.1.0", "github.com/!a/b/v2/@v/v2.1.0.zip"),
        ("go", "example.org/a", "v28.5.2+incompatible", "example.org+a@v28.5.2+incompatible.zip"),
        ("maven", "org.x:a-core", "1.0", "a-core-1.0-sources.jar"),
        ("maven", "org.x:a-core", "1.0", "org.x-a-core-1.0-sources.jar"),
    ],
)
def test_finding(tmp_path: Path, registry: str, name: str, version: str, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    for other in (file, "notes.txt", "other-1.0.tgz", "a-2.0.crate"):
        (tmp_path / other).touch()
    found = archives.find(tmp_path)
    assert archives.archive_of(Package(registry, name, version, "MIT"), found) == tmp_path / file
    assert archives.archive_of(Package(registry, name, "9.9.9", "MIT"), found) is None
    assert archives.archive_of(Package(registry, f"{name}x", version, "MIT"), found) is None


def test_roots_are_of_each_registry() -> None:
    assert ROOTS.keys() == NAMES.keys()
