"""The files of texts."""

from __future__ import annotations

import lzma
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.texts import shards
from quoin.engine.starter.texts.reading import Text

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    Text("rust", "crates/a", "b.rs", "fn b() {}\n"),
    Text("python", "pypi/b", "a.py", "name = 'é \u2028'\n"),
    Text("python", "pypi/a", "c.py", "x = 1\n\ty\r"),
]


def test_texts_are_sorted_lines(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as executor:
        files = shards.write(TEXTS, tmp_path, executor)
    assert [file.name for file in files] == ["texts.00.xz"]
    assert list(shards.read(files[0])) == [TEXTS[2], TEXTS[1], TEXTS[0]]
    assert lzma.decompress(files[0].read_bytes()).splitlines()[0] == (
        b'{"language": "python", "package": "pypi/a", "path": "c.py", "text": "x = 1\\n\\ty\\r"}'
    )


def test_parts_are_whole_lines() -> None:
    parts = list(shards.parts(TEXTS, 1))
    assert [part.count(b"\n") for part in parts] == [1, 1, 1]
    assert b"".join(parts) == b"".join(shards.parts(TEXTS)) == b"".join(shards.lines(TEXTS))


def test_a_file_has_several_parts(tmp_path: Path) -> None:
    (tmp_path / "a.xz").write_bytes(b"".join(map(shards.compressed, shards.parts(TEXTS, 1))))
    assert list(shards.read(tmp_path / "a.xz")) == sorted(TEXTS)


def test_no_file_is_too_large() -> None:
    assert list(shards.packed([b"12", b"3", b"456", b"7"], 3)) == [b"123", b"456", b"7"]
    with pytest.raises(ValueError, match="a part has 4 bytes"):
        list(shards.packed([b"1234"], 3))


def test_earlier_files_go(tmp_path: Path) -> None:
    (tmp_path / "texts.07.xz").touch()
    (tmp_path / "heldout.xz").touch()
    with ThreadPoolExecutor() as executor:
        shards.write(TEXTS, tmp_path, executor)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["heldout.xz", "texts.00.xz"]
