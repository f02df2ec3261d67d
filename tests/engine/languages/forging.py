"""Cache files that a malicious hand has changed, loaded and used in a process with limits.

A case names a language, a kind of file and a seed. The file is what would be written, changed by the seed;
its checksum would be right, so only what is done with the content is tried.
"""

from __future__ import annotations

import json
import random
import struct
from contextlib import suppress
from functools import cache
from typing import Any, Literal, get_args

import quoin
from quoin.engine import _core
from quoin.engine.errors import LanguageError
from quoin.engine.language import Language
from quoin.engine.languages.loader import folder_of, parts_of
from quoin.engine.languages.table_codec import decoded, encoded
from tests.promises.engine.asking import Subject, ask_about, text_of, tokens
from tests.support.limited import serve

File = Literal["lexer", "tables", "plans"]
FILES: tuple[File, ...] = get_args(File)
LANGUAGES = ("json", "lua", "python", "go", "sqlite", "java")
TEXTS = 3
NUMBERS = (0, 1, 2, 3, 255, 256, 0xFFFE, 0xFFFF, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)
WORDS: tuple[Any, ...] = (
    "",
    "a",
    "(?:a{1000}){1000}",
    "[",
    ".",
    "\\w+",
    "(a|aa)*b",
    None,
    True,
    -1,
    1 << 40,
    1.5,
    [],
    {},
    "\ud800",
)
# The types of the lexer's lists, as `struct` names them: starts, classes, transitions, accepts, what is
# known with the next byte alone (rows and sets), sets of terminals.
LISTS = "HBHHHHQ"


def changed_words(data: bytes, rng: random.Random) -> bytes:
    """Some numbers changed to others of the file or to odd ones; or a part left out or repeated."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at, other = (4 * rng.randrange(len(found) // 4) for _ in range(2))
        new = rng.choice((struct.pack("<I", rng.choice(NUMBERS)), bytes(found[other : other + 4])))
        found[at : at + 4] = new
    if rng.random() < 0.1:
        begin = rng.randrange(len(found))
        end = begin + rng.randrange(64)
        found[begin:end] = rng.choice((b"", bytes(found[begin:end]) * 2))
    return bytes(found)


def changed_lists(data: bytes, rng: random.Random) -> bytes:
    """The lexer's lists with entries that are those of other places, or next to nothing."""
    lists, at = [], 0
    for form in LISTS:
        (count,) = struct.unpack_from("<I", data, at)
        lists.append(list(struct.unpack_from(f"<{count}{form}", data, at + 4)))
        at += 4 + count * struct.calcsize(f"<{form}")
    for _ in range(rng.choice((1, 2, 5, 50))):
        entries = rng.choice([entries for entries in lists if entries])
        entries[rng.randrange(len(entries))] = rng.choice((rng.choice(entries), 0, 1, max(entries)))
    return b"".join(
        struct.pack(f"<I{len(entries)}{form}", len(entries), *entries)
        for form, entries in zip(LISTS, lists, strict=True)
    )


def changed_tables(data: bytes, rng: random.Random) -> bytes:
    """The tables with some values changed, left out or repeated."""
    tables = json.loads(data)
    for _ in range(rng.choice((1, 1, 3, 10))):
        _change(tables, rng)
    return json.dumps(tables).encode()


def _change(value: Any, rng: random.Random) -> None:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    if not keys:
        return
    key = rng.choice(keys)
    if isinstance(value[key], list | dict) and rng.random() < 0.9:
        _change(value[key], rng)
    elif rng.random() < 0.2 and isinstance(value, list):
        value[key : key + 1] = rng.choice(([], [value[key]] * 2))
    else:
        same = value[key] + rng.choice((-1, 1, 7)) if isinstance(value[key], int) else rng.choice(WORDS)
        value[key] = rng.choice((same, same, rng.choice(WORDS), rng.choice(NUMBERS)))


@cache
def _language(name: str) -> Language:
    return quoin.load_language(name)


@cache
def _file(name: str, file: File) -> bytes:
    language = _language(name)
    if file == "tables":
        return encoded(language.tables)
    if file == "lexer":
        return bytes(language.core.lexer())
    return bytes(_core.Vocabulary(tokens(name)).prepare(language.core))


def answer(case: Any) -> str:
    """Change a file, load it, and use what comes of it."""
    name, file = case["language"], case["file"]
    rng = random.Random(f"{name} {file} {case['seed']}")
    data, vocabulary = _file(name, file), _core.Vocabulary(tokens(name))
    grammar = _language(name).core
    if file == "plans":
        if not vocabulary.restore(grammar, changed_words(data, rng)):
            return "refused"
    else:
        forged = None
        with suppress(LanguageError):
            forged = _forged(name, file, data, rng)
        if forged is None:
            return "refused"
        grammar = forged
    for _ in range(TEXTS):
        text = text_of(name, "mutated", rng)[:600]
        cut = rng.randint(0, len(text))
        ask_about((grammar, vocabulary), Subject(name), (text[:cut], text[cut:]), rng)
    return "used"


def _forged(name: str, file: File, data: bytes, rng: random.Random) -> _core.Grammar | None:
    language = _language(name)
    if file == "lexer":
        change = rng.choice((changed_words, changed_lists, changed_lists))
        built: _core.Grammar = language._built(change(data, rng))
        return built
    tables = decoded(changed_tables(data, rng))
    if tables is None:
        return None
    manifest, _, version, _ = parts_of(folder_of(name), language.manifest.version(None))
    forged: _core.Grammar = Language(manifest, tables, version).core
    return forged


if __name__ == "__main__":
    serve(answer)
