"""Languages from the cache are what they are without it, whatever has become of its files."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pytest

from quoin.engine import language
from quoin.engine.errors import LanguageError
from quoin.engine.languages import loader, table_cache
from quoin.engine.quotient.vocabulary import Vocabulary
from tests.support import own_language

if TYPE_CHECKING:
    from pathlib import Path

    from quoin import Language

GRAMMAR = own_language.GRAMMAR.replace("NUMBER: /[0-9]+/\n", "")
TEXTS = (("x = (", ")\n"), ("def f():\n    return f'{", "}'\n"), ("x = 1", "\n"), ("x = )", ""))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "quoin" / "languages"


def load(name: str | Path = "python") -> Language:
    """The language as another process would load it."""
    language._language.cache_clear()
    loaded = language.load_language(name)
    loaded.prepare()
    return loaded


def facts(language: Language) -> list[object]:
    found: list[object] = [language.tables, language.core.sizes(), language.core.lexer()]
    for left, right in TEXTS:
        quotient = language.quotient(left, right)
        found += [quotient.problem, quotient.start().expected(), quotient.start().completion()]
    return found


def damage(file: Path, how: str) -> None:
    data = file.read_bytes()
    if how == "gone":
        file.unlink()
    elif how == "empty":
        file.write_bytes(b"")
    elif how == "cut off":
        file.write_bytes(data[: len(data) // 2])
    elif how == "one byte":
        file.write_bytes(data[:-7] + bytes([data[-7] ^ 1]) + data[-6:])
    elif how == "a folder":
        file.unlink()
        file.mkdir()


@pytest.mark.parametrize("how", ["whole", "gone", "empty", "cut off", "one byte", "a folder"])
def test_damaged_files(folder: Path, how: str) -> None:
    fresh = facts(load())
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".lexer", ".tables"]
    for file in files:
        damage(file, how)
    assert facts(load()) == fresh
    assert sorted(folder.iterdir()) == files


@pytest.fixture
def made(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of what a release has made beforehand: what the cache held, which is empty now."""
    load()
    made = tmp_path / "made"
    made.mkdir()
    for file in folder.iterdir():
        (made / f"{file.name}.z").write_bytes(zlib.compress(file.read_bytes()))
        file.unlink()
    monkeypatch.setattr(table_cache, "_MADE", made)
    return made


@pytest.mark.usefixtures("made")
def test_what_was_made_beforehand_is_not_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_tables", None)
    assert facts(load())
    assert not list(folder.iterdir())


@pytest.mark.parametrize("how", ["gone", "empty", "cut off", "one byte", "a folder"])
def test_damaged_files_made_beforehand(folder: Path, made: Path, how: str) -> None:
    fresh = facts(load())
    for file in made.iterdir():
        damage(file, how)
    assert facts(load()) == fresh
    assert sorted(file.suffix for file in folder.iterdir()) == [".lexer", ".tables"]


def test_a_lexer_that_fits_nothing_is_made_anew(folder: Path) -> None:
    fresh = facts(load())
    (file,) = folder.glob("*.lexer")
    data = table_cache.read(file.name)
    assert data is not None
    for content in (b"", data[:-1], data + b"\0", data[:4] + b"\xff\xff" + data[6:]):
        table_cache.write(file.name, content)
        assert facts(load()) == fresh


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quoin").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert load("json").quotient("[", "]").start().viable


def test_the_oldest_files_go(folder: Path) -> None:
    for number in range(table_cache.MAX_FILES + 9):
        table_cache.write(f"{number}.tables", b"x")
    assert len(list(folder.iterdir())) == table_cache.MAX_FILES
    assert table_cache.read(f"{table_cache.MAX_FILES + 8}.tables") == b"x"


def load_own(own: Path) -> Language:
    """A user's language as another process would load it."""
    loader._read_manifest.cache_clear()
    return load(own)


def test_a_language_of_the_user_s_own_is_kept_until_a_file_of_it_changes(
    folder: Path, tmp_path: Path
) -> None:
    own = own_language.write(tmp_path / "own", GRAMMAR + "%import .numbers.NUMBER\n")
    (own / "numbers.lark").write_text("NUMBER: /[0-9]+/\n", encoding="utf-8")
    (own / "examples").mkdir()
    fresh = facts(load_own(own))
    made = sorted(folder.iterdir())
    assert [file.suffix for file in made] == [".lexer", ".tables"]
    (own / "examples" / "more.lark").write_text("", encoding="utf-8")
    (own / "notes.txt").write_text("", encoding="utf-8")
    assert facts(load_own(own)) == fresh
    assert sorted(folder.iterdir()) == made
    (own / "numbers.lark").write_text("NUMBER: /[0-8]+/\n", encoding="utf-8")
    changed = load_own(own)
    assert len(list(folder.iterdir())) == 4
    assert not changed.quotient("x = 9;", "").start().member
    Vocabulary([b"x", b"= 1;"]).prepare(changed)
    assert len(list((folder.parent / "vocabularies").iterdir())) == 1


@pytest.mark.usefixtures("folder")
def test_a_language_that_cannot_be_used_is_not_made_usable_by_the_cache(tmp_path: Path) -> None:
    own = own_language.write(
        tmp_path / "own", own_language.GRAMMAR, {"display_names": {"NOTHING": "nothing"}}
    )
    for _ in range(2):
        with pytest.raises(LanguageError, match="there is no terminal NOTHING"):
            load_own(own)


@pytest.fixture(autouse=True)
def _loaded_again() -> None:
    language._language.cache_clear()
