"""Which sources of packages are learnt from, and which are held out."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter import packages
from quoin.engine.starter.packages import Package

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROGRAM = "def area(width: int, height: int) -> int:\n    return width * height\n" + "# padding\n" * 30
MEASURED_WITH = {"attrs", "cattrs", "lark", "markdown-it-py", "pygls", "rich", "typer"}


def wheel(folder: Path, name: str, sources: Mapping[str, str]) -> None:
    with zipfile.ZipFile(folder / name, "w") as archive:
        for path, text in sources.items():
            archive.writestr(path, text)


def program(name: str) -> str:
    return PROGRAM.replace("area", name)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("flask/app.py", True),
        ("flask/py.typed", False),
        ("flask/_internals.pyi", False),
        ("pip/_vendor/rich/console.py", False),
        ("pip/_internal/main.py", True),
        ("setuptools/extern/__init__.py", False),
        ("a/third_party/b.py", False),
        ("babel/localedata/x.py", True),
        ("django/conf/locale/de/formats.py", False),
        ("x/migrations/0001_initial.py", False),
        ("x/service_pb2.py", False),
        ("x/service_pb2_grpc.py", False),
        ("x/_version.py", False),
        ("x/versions.py", True),
    ],
)
def test_wanted_files(path: str, wanted: bool) -> None:
    assert packages.wanted(path) == wanted


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        (PROGRAM.encode(), True),
        (PROGRAM.replace("\n", "\r\n").encode(), True),
        (b"x = 1\n", False),
        (PROGRAM.encode() * 3000, False),
        (b"print 'no longer Python'\n" + PROGRAM.encode(), False),
        (b"name = '\xff'\n" + PROGRAM.encode(), False),
        (b"# This file is auto-generated.\n" + PROGRAM.encode(), False),
        (f"text = {'x' * 200!r}\n{PROGRAM}".encode(), False),
        (("table = [\n" + "    1234, 5678,\n" * 30 + "]\n" + PROGRAM).encode(), False),
    ],
)
def test_programs(source: bytes, kept: bool) -> None:
    assert packages.program(source) == (source.decode().replace("\r\n", "\n") if kept else None)


def test_the_list() -> None:
    found = packages.listed()
    lines = packages.LIST.read_text().splitlines()
    assert len(found) == sum(not line.startswith("#") for line in lines) > 100
    assert sorted(found, key=lambda package: package.name) == found
    names = {package.name for package in found}
    assert len(names) == len(found)
    assert names.isdisjoint(MEASURED_WITH)
    licences = {part for package in found for part in package.licence.replace(" OR ", " AND ").split(" AND ")}
    assert sorted(licences) == packages.LICENCES.split(" AND ")


def test_loading(tmp_path: Path) -> None:
    first = {f"first/m{number}.py": program(f"first{number}") for number in range(100)}
    wheel(
        tmp_path, "First_Package-1.0-py3-none-any.whl", first | {"first/copy.py": first["first/m1.py"] + "\n"}
    )
    wheel(
        tmp_path, "second-2.0-py3-none-any.whl", {"second/m.py": first["first/m2.py"], "second/data.txt": ""}
    )
    wheel(tmp_path, "other-1.0-py3-none-any.whl", {"other/m.py": program("other")})
    listed = [Package("first.package", "1.0", "MIT"), Package("second", "2.0", "MIT")]

    found = packages.load(tmp_path, listed, seed=1)
    texts = [text.rstrip("\n") for text in (*found.training, *found.held_out.values())]
    assert sorted(texts) == sorted(text.rstrip("\n") for text in first.values())
    assert len(found.held_out) == round(100 * packages.HELD_OUT)
    assert packages.load(tmp_path, listed, seed=1) == found
    assert packages.load(tmp_path, listed, seed=2) != found


def test_some_of_the_tests(tmp_path: Path) -> None:
    sources = {f"x/tests/test_m{number}.py": program(f"m{number}") for number in range(200)}
    wheel(tmp_path, "x-1.0-py3-none-any.whl", sources)
    found = packages.load(tmp_path, [Package("x", "1.0", "MIT")], seed=1)
    assert len(found.training) + len(found.held_out) == pytest.approx(200 * packages.TEST_SHARE, rel=0.5)


def test_no_package_sets_the_style(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "CAP", 10 * len(program("m100")))
    wheel(tmp_path, "x-1.0-py3-none-any.whl", {f"x/m{n}.py": program(f"m{n}") for n in range(100, 150)})
    found = packages.load(tmp_path, [Package("x", "1.0", "MIT")], seed=1)
    assert len(found.training) + len(found.held_out) == 10


def test_a_missing_wheel(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no wheel of x 1\.0"):
        packages.load(tmp_path, [Package("x", "1.0", "MIT")], seed=1)
