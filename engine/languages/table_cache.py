"""The tables and lexers of the built-in languages are cached in the user's cache folder.

Reading a grammar and building the lexer's automaton take most of the time until a first answer, and their
results depend only on files. Both results are therefore cached under a digest of everything that they are
made from: the grammar, its version, the modules of this package, the core and lark. A cache file begins with
a digest of its content. If it is damaged or missing, its content is made again; if it cannot be written, it
is not cached. Neither is an error.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.languages.tables import Automaton, Edge, GrammarTables, Terminal
from quoin.engine.util.disk_cache import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

MAX_FILES = 256
"""The largest number of files in the cache of languages. One installation has up to thirty, and each further
one, another version of quoin among them, has files of its own."""
_SHELF = Shelf("languages", MAX_FILES, max_bytes=64 << 20)
_DIGEST_BYTES = 32


def digest_of(parts: Iterable[str | bytes]) -> str:
    """Return a digest of the parts, the modules that read grammars, the core, and lark."""
    found = hashlib.sha256()
    for part in (*parts, *_makers()):
        data = part.encode() if isinstance(part, str) else part
        found.update(hashlib.sha256(data).digest())
    return found.hexdigest()


def _makers() -> Iterable[bytes]:
    """Yield what identifies the modules that make the cached values.

    The core and lark are identified by the size and time of a file, since the core is large.
    """
    for file in sorted(Path(__file__).parent.glob("*.py")):
        yield file.read_bytes()
    for name in ("quoin.engine._core", "lark"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            facts = Path(spec.origin).stat()
            yield f"{name} {facts.st_size} {facts.st_mtime_ns}".encode()


def read(name: str) -> bytes | None:
    """Return the content of a cache file; None if it is missing or differs from what was written."""
    data = _SHELF.read(name) or b""
    content = data[_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == data[:_DIGEST_BYTES] else None


def write(name: str, content: bytes) -> None:
    """Write a cache file whole or not at all; files that are not used are deleted if there are too many."""
    _SHELF.write(name, hashlib.sha256(content).digest() + content)


def making(name: str) -> AbstractContextManager[None]:
    """Hold the lock for making a cache file, so that only one process makes it; see `Shelf.making`."""
    return _SHELF.making(name)


def making_tables(digest: str) -> AbstractContextManager[None]:
    """Hold the lock for making the tables of a digest, so that only one process makes them."""
    return making(_tables_name(digest))


def _tables_name(digest: str) -> str:
    return f"{digest}.tables"


def lexer_name(digest: str) -> str:
    """Return the name of the cache file for the lexer of a digest."""
    return f"{digest}.lexer"


def has_all(digest: str) -> bool:
    """Return whether there are cache files for the tables and the lexer of a digest; they may be damaged.

    Without the lexer, which takes longest to build, a process ended while it made the language.
    """
    return _SHELF.has(_tables_name(digest)) and _SHELF.has(lexer_name(digest))


def read_tables(digest: str) -> GrammarTables | None:
    """Return the cached tables of a digest; None if there are none."""
    content = read(_tables_name(digest))
    if content is None:
        return None
    data = json.loads(content)
    rules = [
        Automaton(rule["name"], rule["n_states"], [Edge(*edge) for edge in rule["edges"]])
        for rule in data["rules"]
    ]
    terminals = [Terminal(**terminal) for terminal in data["terminals"]]
    return GrammarTables(
        terminals, data["ignored"], rules, frozenset(data["defined"]), data["contexts"], data["labels"]
    )


def write_tables(digest: str, tables: GrammarTables) -> None:
    """Cache the tables of a digest."""
    data = {**asdict(tables), "defined": sorted(tables.defined)}
    write(_tables_name(digest), json.dumps(data).encode())
