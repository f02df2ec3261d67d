"""The texts of packages, and the program that reads them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.texts import __main__ as program
from quoin.engine.starter.texts import reading, shards
from quoin.engine.starter.texts.reading import LIBRARY, LIBRARY_HELD_OUT, Text
from tests.engine.starter.texts.archives import EXPAT, pack, package, sources

if TYPE_CHECKING:
    from pathlib import Path


WORDS = ["amber", "basalt", "cedar", "delta", "ember", "fjord", "garnet", "harbour", "island", "jasper"]
PAIRS = [(a, b) for a in WORDS for b in WORDS]


def python(name: str) -> str:
    body = "".join(f"    {name}_of_{word} = measured('{name}', '{word}')\n" for word in WORDS)
    return f"def {name}() -> None:\n{body}"


def rust(name: str) -> str:
    body = "".join(f'    let {name}_of_{word} = measured("{name}", "{word}");\n' for word in WORDS)
    return f"fn {name}() {{\n{body}}}\n"


def test_a_package(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {
        "a/one.py": python("one").replace("\n", "\r\n"),
        "a/two.py": "x = 1\n",
        "a/three.py": python("three").replace("def", "define"),
        "a/_vendor/four.py": python("four"),
        "a/notes.txt": python("five"),
        "a/bytes.py": python("six").encode() + b"# \xff\n",
        "a/program": python("seven"),
        "LICENSE": "x" * 500,
    }
    found = reading.read("pypi/a", package(tmp_path, "pypi", files))
    assert found.texts == [Text("python", "pypi/a", "a/one.py", python("one"))]
    assert found.refused == {
        "size": 1,
        "invalid": 1,
        "folder of copies": 1,
        "no language": 3,
        "no text": 1,
    }


def test_some_of_the_tests(tmp_path: Path) -> None:
    files = {f"tests/test_m{number}.py": python(f"m_{a}{b}") for number, (a, b) in enumerate(PAIRS)}
    found = reading.read("pypi/a", package(tmp_path, "pypi", files))
    assert 0 < len(found.texts) < 40
    assert found.refused == {"test": 100 - len(found.texts)}


@pytest.mark.parametrize("skipped", ["src/b.rs", "src/", "example.org/a@v1.0.0/src/"])
def test_what_is_under_another_licence(tmp_path: Path, skipped: str) -> None:
    archive = package(tmp_path, "go", {"src/b.rs": rust("b"), "src.rs": rust("c")})
    found = reading.read("go/a", archive, [skipped])
    assert [text.path for text in found.texts] == ["src.rs"]
    assert found.refused == {"another licence": 1}


def test_licences_of_single_files(tmp_path: Path) -> None:
    licences = EXPAT + "\nFiles: src/copied/*\nLicense: GPL-2+\n\nFiles: src/copied/own.rs\nLicense: ISC\n"
    names = ["a.rs", "src/b.rs", "src/copied/c.rs", "src/copied/own.rs"]
    parts: dict[str, dict[str, bytes | str]] = {
        "a_1.0.orig.tar.xz": {f"a-1.0/{name}": rust(f"m{number}") for number, name in enumerate(names)}
    }
    found = reading.read("debian/a", sources(tmp_path, parts, licences))
    assert [text.path for text in found.texts] == ["a.rs", "src/b.rs", "src/copied/own.rs"]
    assert found.refused["another licence"] == 1


@pytest.mark.parametrize("licences", [None, "This package is under the licence Expat.\n"])
def test_no_licences_of_files(tmp_path: Path, licences: str | None) -> None:
    archive = sources(tmp_path, {"a_1.0.orig.tar.xz": {"a-1.0/a.rs": rust("a")}}, licences)
    found = reading.read("debian/a", archive)
    assert (found.texts, found.refused) == ([], {"packages: no licences of files": 1})


@pytest.mark.parametrize(("number", "kept"), [(4, 4), (5, 0)])
def test_compiled_scripts(tmp_path: Path, number: int, kept: int) -> None:
    files = {f"lib/{word}.js": rust(word) for word in WORDS[:number]}
    files |= {f"lib/{word}.d.ts": "" for word in WORDS[:number]}
    assert len(reading.read("npm/a", package(tmp_path, "npm", files)).texts) == kept


def test_a_damaged_archive(tmp_path: Path) -> None:
    archive = tmp_path / "a-1.0.tgz"
    archive.write_bytes(b"damaged")
    found = reading.read("npm/a", archive)
    assert (found.texts, found.refused) == ([], {"damaged archive": 1})


def test_the_library(tmp_path: Path) -> None:
    names = ["ast.py", "test/test_ast.py", "encodings/a.py", "site-packages/b.py", "_sysconfigdata__linux.py"]
    names += ["json/decoder.py", "config-3.11/a.py", "idlelib/idle_test/a.py"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(python("x"))
    found = reading.read_library(tmp_path)
    assert [(text.package, text.path) for text in found.texts] == [
        (LIBRARY, "ast.py"),
        (LIBRARY, "json/decoder.py"),
    ]


def test_the_interpreter_has_a_library() -> None:
    names = {file.name for file in reading.library().glob("*.py")}
    assert {"ast.py", "argparse.py", "heapq.py"} <= names


def test_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archives, out, lists, library = (tmp_path / name for name in ("archives", "out", "lists", "library"))
    package(archives / "pypi", "pypi", {"a/one.py": python("one"), "a/copy.py": python("held"), "a/b.h": ""})
    package(archives / "crates", "crates", {"src/lib.rs": rust("one"), "src/two.rs": rust("two")})
    package(archives / "go", "go", {"a.py": python("other")})
    pack(archives / "heldout" / "pypi" / "rich-1.0.tar.gz", {"rich-1.0/a.py": python("held")})
    lists.mkdir()
    (lists / "pypi.txt").write_text("a==1.0  # MIT\nrich==1.0  # MIT\n")
    (lists / "crates.txt").write_text("a==1.0  # MIT OR Apache-2.0\nb==1.0  # ISC\n")
    (lists / "go.txt").write_text("example.org/a==v1.0.0  # GPL-3.0-only\n")
    (lists / "skip.txt").write_text("crates/a-1.0.crate\tsrc/two.rs\n")
    library.mkdir()
    (library / "ast.py").write_text(python("ast"))
    (library / "heapq.py").write_text(python("heapq"))
    monkeypatch.setattr(reading, "library", lambda: library)
    monkeypatch.setattr(
        sys,
        "argv",
        ["texts", str(archives), str(out), "--lists", str(lists), "--limit", "rust=0.1", "--processes", "1"],
    )
    program.main()
    assert sorted(file.name for file in out.iterdir()) == ["heldout.xz", "summary.txt", "texts.00.xz"]
    assert [(text.package, text.path) for text in shards.read(out / "texts.00.xz")] == [
        (LIBRARY, "ast.py"),
        ("pypi/a", "a/one.py"),
        ("crates/a", "src/lib.rs"),
    ]
    assert [(text.package, text.path) for text in shards.read(out / "heldout.xz")] == [
        (LIBRARY, "heapq.py"),
        ("pypi/rich", "a.py"),
    ]
    assert "heapq.py" in LIBRARY_HELD_OUT
    summary = (out / "summary.txt").read_text()
    for line in (
        "1  copy",
        "1  packages: held out",
        "1  packages: licence GPL-3.0-only",
        "1  packages: no archive",
    ):
        assert line in summary
