"""Finding archives of packages, and reading their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.texts import archives
from quoin.engine.starter.texts.archives import ArchiveError
from quoin.engine.starter.texts.lists import Package
from tests.engine.starter.texts.archives import NAMES, ROOTS, pack, package, sources

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("registry", NAMES)
def test_files_of_an_archive(tmp_path: Path, registry: str) -> None:
    asked = []

    def wanted(path: str, size: int) -> bool:
        asked.append((path, size))
        return path != "c.bin"

    archive = package(tmp_path, registry, {"a.py": "x", "b/a@v1/d.py": b"\xff\0", "c.bin": "12345"})
    found = dict(archives.members(archive, wanted))
    found.pop("debian/copyright", None)
    assert found == {"a.py": b"x", "b/a@v1/d.py": b"\xff\0"}
    assert asked[:3] == [("a.py", 1), ("b/a@v1/d.py", 2), ("c.bin", 5)]


def test_a_source_package_of_several_parts(tmp_path: Path) -> None:
    archive = sources(
        tmp_path,
        {
            "a_1.0.orig.tar.gz": {
                "a-1.0/a.cs": "1",
                "a-1.0/debian/rules.sh": "2",
                "a-1.0/b/debian/c.cs": "3",
            },
            "a_1.0.orig-some-part.tar.xz": {"p-2.0/d.cs": "4"},
            "a_1.0.orig-other.tar.bz2": {"e.cs": "5", "f/g.cs": "6"},
        },
        "of the packaging",
    )
    assert dict(archives.members(archive, lambda *_: True)) == {
        "a.cs": b"1",
        "b/debian/c.cs": b"3",
        "some-part/d.cs": b"4",
        "other/e.cs": b"5",
        "other/f/g.cs": b"6",
        "debian/copyright": b"of the packaging",
    }
    assert archives.packaging(archive, "copyright") == b"of the packaging"
    assert archives.packaging(archive, "control") is None


def test_a_source_package_of_one_part(tmp_path: Path) -> None:
    archive = sources(tmp_path, {"a_1.0.tar.xz": {"a/a.sh": "1", "a/debian/copyright": "2"}}, None)
    assert dict(archives.members(archive, lambda *_: True)) == {"a.sh": b"1", "debian/copyright": b"2"}
    assert archives.packaging(archive, "copyright") == b"2"


@pytest.mark.parametrize(
    "read",
    [
        lambda file: archives.packaging(file, "copyright"),
        lambda file: list(archives.members(file, lambda *_: True)),
    ],
)
def test_a_damaged_part(tmp_path: Path, read: Callable[[Path], object]) -> None:
    archive = sources(tmp_path, {"a_1.0.orig.tar.xz": {"a/a.cs": "1"}})
    (tmp_path / "a_1.0-1.debian.tar.xz").write_bytes(b"damaged")
    with pytest.raises(ArchiveError, match="a_1"):
        read(archive)


def test_no_path_leads_out(tmp_path: Path) -> None:
    archive = pack(tmp_path / "a-1.0.tgz", {"package/../../etc/a.py": "x", "package/a.py": "x"})
    assert [path for path, _ in archives.members(archive, lambda *_: True)] == ["a.py"]


@pytest.mark.parametrize("name", NAMES.values())
def test_a_damaged_archive(tmp_path: Path, name: str) -> None:
    archive = pack(tmp_path / name, {"a@v1/a.py": "x"})
    archive.write_bytes(b"\xff" + archive.read_bytes()[20:])
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
        ("debian", "a", "1.0+dfsg-3~deb12u1", "a_1.0+dfsg-3~deb12u1.dsc"),
        ("debian", "a", "2:1.0-1", "a_1.0-1.dsc"),
    ],
)
def test_finding(tmp_path: Path, registry: str, name: str, version: str, file: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    for other in (file, "notes.txt", "other-1.0.tgz", "a-2.0.crate", "a_1.0.orig.tar.xz"):
        (tmp_path / other).touch()
    found = archives.find(tmp_path, registry)
    assert archives.archive_of(Package(registry, name, version, "MIT"), found) == tmp_path / file
    assert archives.archive_of(Package(registry, name, "9.9.9", "MIT"), found) is None
    assert archives.archive_of(Package(registry, f"{name}x", version, "MIT"), found) is None


def test_roots_are_of_each_registry() -> None:
    assert ROOTS.keys() == NAMES.keys()
