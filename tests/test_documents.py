"""What the documents name is there: each path and each file of Python or Rust between backquotes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("benchmarks", "editors", "engine", "grammars", "lsp_server", "tests")
LEFT_OUT = frozenset({"node_modules", "target", "out", "__pycache__"})
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "benchmarks").glob("*.md"), *(ROOT / "grammars").glob("*.md")]
)
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*)`")
FILE = re.compile(r"`(?:\w+/)*(\w+\.(?:py|rs))`")


def names() -> frozenset[str]:
    """The names of all files in the project's folders."""
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*"))
    inside = (path.name for path in below if LEFT_OUT.isdisjoint(path.relative_to(ROOT).parts))
    return frozenset([*inside, *(path.name for path in ROOT.iterdir())])


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_what_a_document_names_is_there(document: Path) -> None:
    text, files = document.read_text(encoding="utf-8"), names()
    absent = [path for path in PATH.findall(text) if not (ROOT / path).exists()]
    absent += [name for name in FILE.findall(text) if name not in files]
    assert absent == []
