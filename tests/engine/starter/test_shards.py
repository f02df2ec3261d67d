"""Texts as the training reads them: by language, with the line that names a file, and mixed by shares."""

from __future__ import annotations

import json
import lzma
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.mixture import OTHERS, SHARES, mixed

pytest.importorskip("tokenizers")

from quoin.engine.starter import bpe, shards

if TYPE_CHECKING:
    from pathlib import Path

LINES = [
    {"language": "python", "package": "pypi/a", "path": "a/b.py", "text": "import os\n"},
    {"language": "rust", "package": "crates/c", "path": "src/lib.rs", "text": "use std::fs;\n"},
    {"language": "python", "package": "pypi/a", "path": "a/c.py", "text": "x = 1\n\ny = 2\n"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files for training, and one that is held out."""
    for name, lines in (("texts.00", LINES[:2]), ("texts.01", LINES[2:]), ("heldout", LINES[:1])):
        with lzma.open(tmp_path / f"{name}.xz", "wt", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(line)}\n" for line in lines)
    return tmp_path


def test_texts_are_read_by_language(folder: Path) -> None:
    assert shards.training(folder) == {
        "python": [
            shards.File("import os\n", "pypi/a", "# a/b.py\n"),
            shards.File("x = 1\n\ny = 2\n", "pypi/a", "# a/c.py\n"),
        ],
        "rust": [shards.File("use std::fs;\n", "crates/c", "// src/lib.rs\n")],
    }
    assert [file.text for file in shards.held_out(folder)["python"]] == ["import os\n"]


def test_files_are_tokenised_line_by_line(folder: Path) -> None:
    vocabulary = bpe.vocabulary(bpe.train(["import os\nx = 1\n" * 5], 300))
    files = shards.training(folder)["python"]
    ((first, second),) = shards.tokenised([files], vocabulary, 1)
    encoder = shards.encoder(vocabulary)
    assert first.tokens.tolist() == encoder.encode(["import os\n"])[0]
    lines = encoder.encode(["x = 1\n\n", "y = 2\n"])
    assert second.tokens.tolist() == list(chain.from_iterable(lines))
    assert list(first.heading) == encoder.encode(["# a/b.py\n"])[0]
    assert first.package == "pypi/a"


def test_languages_without_a_share_have_one_together() -> None:
    groups, shares = mixed({"zig": [1], "python": [2, 3], "lua": [4]})
    assert groups == [[4, 1], [2, 3]]
    assert sum(shares) == pytest.approx(1.0)
    assert shares[0] / shares[1] == pytest.approx(SHARES[OTHERS] / SHARES["python"])


def test_shares() -> None:
    assert sum(SHARES.values()) == pytest.approx(1.0)
