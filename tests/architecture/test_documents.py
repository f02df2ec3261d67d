"""What the documents name is there, and what is there is in the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quoin.engine.languages.loader import language_names, manifest_of
from quoin.engine.model.settings import STARTER_LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("benchmarks", "editors", "engine", "grammars", "lsp_server", "tests")
LEFT_OUT = frozenset({"node_modules", "target", "out", "__pycache__"})
DOCUMENTS = sorted(
    file
    for folder in (".", "benchmarks", "docs", "editors", "engine/starter", "grammars")
    for file in (ROOT / folder).glob("*.md")
)
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*)`")
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
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


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_what_a_document_links_to_is_there(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize(("document", "most"), [("README.md", 120), ("ARCHITECTURE.md", 200)])
def test_a_document_is_short(document: str, most: int) -> None:
    assert len((ROOT / document).read_text(encoding="utf-8").splitlines()) <= most


def packages() -> list[str]:
    """The folders that are to have a paragraph: those at the top, of the core, and of the packages."""
    inside = (".", "engine", "engine/core/src", "lsp_server")
    below = [path for folder in inside for path in (ROOT / folder).iterdir()]
    shown = [path for path in below if path.is_dir() and not path.name.startswith((".", "_"))]
    return sorted({path.name for path in shown} - LEFT_OUT - {"core", "docs", "dist", "venv"})


@pytest.mark.parametrize("folder", packages())
def test_the_code_map_has_every_folder(folder: str) -> None:
    assert re.search(rf"`(?:[\w/]+/)?{folder}/?`", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))


STARTER = re.compile(r"^The model that ships has learnt (.*?), Python more", re.MULTILINE)
LANGUAGES = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", language_names())
def test_the_page_of_languages_says_what_the_manifests_say(language: str) -> None:
    manifest = manifest_of(language)
    (row,) = re.findall(rf"^\| {language} \| (.*) \|$", LANGUAGES, re.MULTILINE)
    files, version, kind, parser, but_for, *numbers = row.split(" | ")
    promise = manifest.promise
    assert files == ", ".join(f"`{pattern}`" for pattern in manifest.file_patterns)
    assert (version, kind, parser) == (promise.version, promise.kind, promise.parser.rstrip(","))
    assert but_for == (promise.but_for or "nothing known")
    assert re.match(r"[\d,]+\b", numbers[0])
    assert len(numbers) == 2


def test_the_page_of_languages_names_those_of_the_starter_model() -> None:
    (named,) = STARTER.findall(LANGUAGES)
    assert tuple(re.findall(r"`(\w+)`", named)) == STARTER_LANGUAGES


def test_the_page_of_languages_has_no_other() -> None:
    named = re.findall(r"^\| (\w+) \| `", LANGUAGES, re.MULTILINE)
    assert sorted(named) == language_names()
