"""What is made of the languages that come with the package, kept in the user's cache folder.

Reading a grammar and building the lexer's automaton take most of the time until a first answer, and make
the same of the same files. So both are kept, under a digest of all that they are made from: the grammar,
its version, this package's own modules and lark's. A file begins with a digest of its content; one
that is damaged, missing or not to be written is made anew, and nobody hears of it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.languages.tables import Automaton, GrammarTables, Terminal
from quoin.engine.util.disk_cache import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

MAX_FILES = 32
_SHELF = Shelf("languages", MAX_FILES, max_bytes=64 << 20)
_DIGEST_BYTES = 32


def digest_of(parts: Iterable[str | bytes]) -> str:
    """A digest of these parts, of the modules that read grammars, of the core, and of lark's version."""
    found = hashlib.sha256()
    for part in (*parts, *_makers()):
        data = part.encode() if isinstance(part, str) else part
        found.update(hashlib.sha256(data).digest())
    return found.hexdigest()


def _makers() -> Iterable[bytes]:
    """What the makers are known by: the core by its size and time, since it is large."""
    for file in sorted(Path(__file__).parent.glob("*.py")):
        yield file.read_bytes()
    for name in ("quoin.engine._core", "lark"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            facts = Path(spec.origin).stat()
            yield f"{name} {facts.st_size} {facts.st_mtime_ns}".encode()


def read(name: str) -> bytes | None:
    """What is kept under a name; None where nothing is, or something else than was written."""
    data = _SHELF.read(name) or b""
    content = data[_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == data[:_DIGEST_BYTES] else None


def write(name: str, content: bytes) -> None:
    """Keep something under a name, whole or not at all; the oldest files go when there are too many."""
    _SHELF.write(name, hashlib.sha256(content).digest() + content)


def making(name: str) -> AbstractContextManager[None]:
    """Make what is not kept under a name, in one process at a time: the others look again then."""
    return _SHELF.making(name)


def making_tables(digest: str) -> AbstractContextManager[None]:
    """The same for the tables under a digest."""
    return making(_tables_name(digest))


def _tables_name(digest: str) -> str:
    return f"{digest}.tables"


def has_tables(digest: str) -> bool:
    """Whether tables seem to be kept under a digest."""
    return _SHELF.has(_tables_name(digest))


def read_tables(digest: str) -> GrammarTables | None:
    """The tables that are kept under a digest, if they are."""
    content = read(_tables_name(digest))
    if content is None:
        return None
    data = json.loads(content)
    rules = [
        Automaton(
            rule["name"], rule["n_states"], [(begin, symbol, end) for begin, symbol, end in rule["edges"]]
        )
        for rule in data["rules"]
    ]
    terminals = [Terminal(**terminal) for terminal in data["terminals"]]
    return GrammarTables(terminals, data["ignored"], rules, frozenset(data["defined"]))


def write_tables(digest: str, tables: GrammarTables) -> None:
    """Keep tables under a digest."""
    data = {**asdict(tables), "defined": sorted(tables.defined)}
    write(_tables_name(digest), json.dumps(data).encode())
