"""Cache files with changed bytes and a right checksum: refused or harmless; no panic, hang or gigabyte.

`QUOIN_TEST_EFFORT=100` tries a hundred times as many.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine import language
from quoin.engine.languages import table_cache
from tests.support.effort import EFFORT
from tests.support.limited import Limited

from .forging import FILES, LANGUAGES, File

if TYPE_CHECKING:
    from pathlib import Path

CASES = max(1, int(5 * EFFORT))
# Those whose grammars take longer to compile are left out of the short run.
NAMES = LANGUAGES if EFFORT >= 10 else LANGUAGES[:4]
HANGING = 30.0
# Forged files that were not harmless once, by language, kind of file and seed.
KNOWN: tuple[tuple[str, File, int], ...] = (("python", "tables", 1),)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", NAMES)
def test_forged_files(name: str, file: File) -> None:
    seeds = [seed for known, kind, seed in KNOWN if (known, kind) == (name, file)] + list(
        range(100, 100 + CASES)
    )
    with Limited("tests.engine.languages.forging") as child:
        faults = {
            seed: child.ask({"language": name, "file": file, "seed": seed}, HANGING).fault for seed in seeds
        }
    assert {seed: fault for seed, fault in faults.items() if fault} == {}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    language._language.cache_clear()
    return tmp_path / "quoin" / "languages"


def loaded() -> quoin.Language:
    language._language.cache_clear()
    found = quoin.load_language("json")
    found.prepare()
    return found


@pytest.mark.parametrize("key", ["none", "another core's", "another file's name"])
def test_a_checksum_without_the_key_does_not_count(folder: Path, key: str) -> None:
    """Who changes a file has to know what made it, and under which name."""
    whole = loaded().core.lexer()
    (file,) = folder.glob("*.lexer")
    content = whole[:-8] + bytes(8)
    named = hashlib.sha256(file.name.encode()).digest()
    keyed = {
        "none": b"",
        "another core's": bytes(32) + named,
        "another file's name": table_cache.core_digest() + hashlib.sha256(b"x.lexer").digest(),
    }
    for sound, begin in (False, keyed[key]), (True, table_cache.core_digest() + named):
        file.write_bytes(hashlib.sha256(begin + content).digest() + content)
        assert (table_cache.read(file.name) == content) == sound
    file.write_bytes(hashlib.sha256(keyed[key] + content).digest() + content)
    assert loaded().core.lexer() == whole


TABLES: tuple[bytes, ...] = (
    b"",
    b"[]",
    b"{}",
    b"[" * 100_000,
    b'{"terminals": [], "ignored": [], "rules": [], "defined": [], "contexts": 1, "labels": []}',
    b'{"terminals": [{"name": 1}], "ignored": [], "rules": [], "defined": [], "contexts": 1, "labels": []}',
    b'{"terminals": [], "ignored": [0], "rules": [], "defined": [], "contexts": 1, "labels": []}',
    b'{"terminals": [], "ignored": [], "rules": [], "defined": [], "contexts": 65, "labels": []}',
    b'{"terminals": [], "ignored": [], "rules": [], "defined": [], "contexts": 1, "labels": [[1]]}',
)


@pytest.mark.parametrize("content", TABLES, ids=lambda content: content[:60])
def test_tables_that_are_none(folder: Path, content: bytes) -> None:
    """The language is made again."""
    lexer = loaded().core.lexer()
    (file,) = folder.glob("*.tables")
    table_cache.write(file.name, content)
    assert loaded().core.lexer() == lexer
    assert table_cache.read(file.name) != content


def test_tables_of_no_language(folder: Path) -> None:
    """What the core alone finds is an error once, and then the language is made again."""
    lexer = loaded().core.lexer()
    (file,) = folder.glob("*.tables")
    content = table_cache.read(file.name)
    assert content is not None
    (other,) = folder.glob("*.lexer")
    other.unlink()
    table_cache.write(
        file.name, re.sub(rb'"n_states": \d+, "edges": \[.*?\]\]', b'"n_states": 2, "edges": []', content)
    )
    with pytest.raises(quoin.LanguageError, match="derives no text"):
        loaded()
    assert loaded().core.lexer() == lexer


@pytest.fixture(autouse=True)
def _loaded_again() -> None:
    language._language.cache_clear()
