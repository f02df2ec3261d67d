"""The names that an import can bind in a document, by what is around its file and open beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.documents.documents import Documents
from quoin.lsp_server.languages.importables import Importables, defined_names, module_of
from quoin.lsp_server.languages.languages import Languages

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DEFINED = [
    ("def f():\n    def g(): pass\n", ("f",)),
    ("async def fetch():\n    pass\n", ("fetch",)),
    ("class Shape(Base):\n    SIDES = 3\n", ("Shape",)),
    ("LIMIT = 3\nSIZE: int = 4\nname = 5\nLIMIT += 1\n", ("LIMIT", "SIZE")),
    ("def _own(): pass\nclass _Own: pass\nx = LIMIT\n", ()),
    ("def twice(): pass\ndef twice(): pass\n", ("twice",)),
    ("X = 1\nif LIMIT == 2: pass\n", ()),
]


@pytest.mark.parametrize(("text", "names"), DEFINED)
def test_defined_names(text: str, names: tuple[str, ...]) -> None:
    assert defined_names(text) == tuple(name for name in names if len(name) > 1)


def package(folder: Path, *files: str) -> None:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()


def importable(file: Path, texts: Mapping[Path, str], version: str | None = None) -> Mapping[str, str]:
    documents, languages = Documents(), Languages()
    for other, text in texts.items():
        documents.open(other.as_uri(), "python", 1, text)
    document = documents.open(file.as_uri(), "python", 1, "x = 1\n")
    known = languages.of("python", document.uri)
    assert known is not None
    return Importables(documents, languages).of(document, known, version)


def test_the_library_of_a_version(tmp_path: Path) -> None:
    old, new = (importable(tmp_path / "a.py", {}, version) for version in ("3.8", "3.12"))
    assert old["json"] == "import json"
    assert old["Path"] == "from pathlib import Path"
    assert "tomllib" not in old
    assert new["tomllib"] == "import tomllib"


def test_packages_of_the_environment(tmp_path: Path) -> None:
    package(tmp_path, ".git/HEAD", "src/a.py")
    site = tmp_path / ".venv/lib/python3.12/site-packages"
    package(
        site, "numpy/__init__.py", "six.py", "_own/__init__.py", "numpy-2.dist-info/METADATA", "tests/a.py"
    )
    found = importable(tmp_path / "src/a.py", {})
    assert found["six"] == "import six"
    assert found["np"] == "import numpy as np"
    assert not {"pd", "_own", "tests"} & set(found)


def test_definitions_of_open_files(tmp_path: Path) -> None:
    package(tmp_path, "pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/b.py", "pkg/a.py", "c.py")
    texts = {
        tmp_path / "pkg/sub/b.py": "class Shape:\n    pass\n",
        tmp_path / "pkg/__init__.py": "VERSION = 1\n",
        tmp_path / "c.py": "def elsewhere():\n    pass\n",
    }
    found = importable(tmp_path / "pkg/a.py", texts)
    assert found["Shape"] == "from pkg.sub.b import Shape"
    assert found["VERSION"] == "from pkg import VERSION"
    assert "elsewhere" not in found
    beside = importable(tmp_path / "d.py", texts)
    assert beside["elsewhere"] == "from c import elsewhere"


MODULES = [
    ("a.py", ".", "a"),
    ("a.py", "other", None),
    ("pkg/a.py", "other", "pkg.a"),
    ("pkg/__init__.py", "other", "pkg"),
    ("pkg/not-a-name.py", "other", None),
]


@pytest.mark.parametrize(("file", "folder", "module"), MODULES)
def test_module(tmp_path: Path, file: str, folder: str, module: str | None) -> None:
    package(tmp_path, "pkg/__init__.py", file)
    assert module_of(tmp_path / file, (tmp_path / folder).resolve()) == module
