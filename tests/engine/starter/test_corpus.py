"""Which files are learnt from, and which are held out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter import corpus

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("ast.py", True),
        ("json/decoder.py", True),
        ("testing.py", True),
        ("notes.txt", False),
        ("test/test_ast.py", False),
        ("ctypes/test/__init__.py", False),
        ("lib2to3/tests/data.py", False),
        ("idlelib/idle_test/test_run.py", False),
        ("site-packages/other.py", False),
        ("site-packages/other/tests/test_other.py", False),
        ("encodings/cp437.py", False),
        ("pydoc_data/topics.py", False),
        ("_sysconfigdata__linux.py", False),
        ("config-3.11-x86_64/makesetup.py", False),
    ],
)
def test_wanted_files(tmp_path: Path, path: str, wanted: bool) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("x = 1\n")
    assert corpus.files(tmp_path) == ([file] if wanted else [])


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("ast.py", False),
        ("testing.py", False),
        ("test/test_ast.py", True),
        ("ctypes/test/__init__.py", True),
        ("lib2to3/tests/data.py", True),
        ("idlelib/idle_test/test_run.py", True),
    ],
)
def test_tests_apart(tmp_path: Path, path: str, test: bool) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("x = 1\n")
    assert [corpus.files(tmp_path), corpus.files(tmp_path, tests=True)] == (
        [[], [file]] if test else [[file], []]
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (b"x = 1\r\ny = 2\r", "x = 1\ny = 2\n"),
        (
            "# -*- coding: latin-1 -*-\nname = 'é'\n".encode("latin-1"),
            "# -*- coding: latin-1 -*-\nname = 'é'\n",
        ),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"pattern = '\\d'\n", "pattern = '\\d'\n"),
        (b"print 'no longer Python'\n", None),
        (b"name = '\xff'\n", None),
        (b"# coding: unheard-of\n", None),
        (b"x = '\x00'\n", None),
    ],
)
def test_reading(tmp_path: Path, source: bytes, text: str | None) -> None:
    file = tmp_path / "source.py"
    file.write_bytes(source)
    assert corpus.read(file) == text


def split(root: Path, seed: int) -> tuple[frozenset[str], frozenset[str]]:
    found = corpus.load(root, seed)
    assert found.tests == ("assert True\n",)
    assert all((root / name).read_text() == text for name, text in found.held_out.items())
    return frozenset(found.training), frozenset(found.held_out.values())


def test_the_seed_chooses_what_is_held_out(tmp_path: Path) -> None:
    texts = frozenset(f"x = {number}\n" for number in range(100))
    for number, text in enumerate(sorted(texts)):
        (tmp_path / f"m{number}.py").write_text(text)
    (tmp_path / "broken.py").write_text("x = (\n")
    (tmp_path / "test").mkdir()
    (tmp_path / "test" / "test_x.py").write_text("assert True\n")

    training, held_out = split(tmp_path, seed=1)
    assert training | held_out == texts
    assert not training & held_out
    assert len(held_out) == 100 * corpus.HELD_OUT
    assert split(tmp_path, seed=1) == (training, held_out)
    assert split(tmp_path, seed=2) != (training, held_out)


def test_too_few_files(tmp_path: Path) -> None:
    (tmp_path / "only.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match="too few"):
        corpus.load(tmp_path, seed=1)


def test_the_interpreter_has_a_library() -> None:
    names = {path.name for path in corpus.files(corpus.library())}
    assert {"ast.py", "argparse.py", "typing.py"} <= names
    assert not any(name.startswith("test_") and name.endswith("ast.py") for name in names)


def test_written_files_are_the_texts(tmp_path: Path) -> None:
    texts = {"ast.py": "x = 'é'\n", "json/decoder.py": "y = 1\n"}
    corpus.write(texts, tmp_path / "held-out")
    assert {
        path.relative_to(tmp_path / "held-out").as_posix(): path.read_bytes().decode()
        for path in (tmp_path / "held-out").rglob("*.py")
    } == texts
