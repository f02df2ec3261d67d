"""The tables and lexers of languages are cached in the user's cache folder.

Reading a grammar and building the lexer's automaton take most of the time until a first answer, and their
results depend only on files. Both results are therefore cached under a digest of everything that they are
made from: the files of the language's folder, its version, the modules of this package, the core and lark.
If a cache file is damaged or missing, its content is made again; if it cannot be written, it is not cached.
Neither is an error. A wheel of a release has both of the shipped languages (`release/tables.py`), so that
only other languages, and other builds, are made on a user's machine.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.languages.table_codec import decoded, encoded
from quoin.engine.util.disk_cache import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

    from quoin.engine.languages.tables import GrammarTables

MAX_FILES = 256
"""The largest number of files in the cache of languages. One installation has up to thirty; each further
one, such as another version of quoin, has its own, and so has each state of a grammar that someone writes."""
_CORE = "quoin.engine._core"

_MADE = Path(__file__).parent / "made"
"""The folder of what a release has made beforehand, which a clone lacks."""


@cache
def core_digest() -> bytes:
    """Return a digest of the compiled core, 32 bytes: the key of the checksums of what the core makes."""
    spec = find_spec(_CORE)
    content = b"" if spec is None or spec.origin is None else Path(spec.origin).read_bytes()
    return hashlib.sha256(content).digest()


_SHELF = Shelf("languages", MAX_FILES, max_bytes=64 << 20, max_file_bytes=8 << 20, key=core_digest)


def digest_of(parts: Iterable[str | bytes]) -> str:
    """Return a digest of the parts, the modules that read grammars, the core, and lark."""
    found = hashlib.sha256()
    for part in (*parts, *_makers()):
        data = part.encode() if isinstance(part, str) else part
        found.update(hashlib.sha256(data).digest())
    return found.hexdigest()


def _makers() -> Iterable[bytes]:
    """Yield what identifies the modules that make the cached values; lark's first module has its version."""
    for file in sorted(Path(__file__).parent.glob("*.py")):
        yield file.read_bytes()
    yield core_digest()
    spec = find_spec("lark")
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).read_bytes()


def read(name: str) -> bytes | None:
    """Return the content of a cache file; None if it is missing or differs from what was written."""
    content = _SHELF.read(name)
    return _made(name) if content is None else content


def _made(name: str) -> bytes | None:
    """Return the content of a cache file that was made beforehand; None if it is missing or damaged."""
    with suppress(OSError, zlib.error):
        return _SHELF.checked(name, zlib.decompress((_MADE / f"{name}.z").read_bytes()))
    return None


def write(name: str, content: bytes) -> None:
    """Write a cache file whole or not at all; files that are not used are deleted if there are too many."""
    _SHELF.write(name, content)


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


def read_tables(digest: str) -> GrammarTables | None:
    """Return the cached tables of a digest; None if there are none."""
    content = read(_tables_name(digest))
    return None if content is None else decoded(content)


def write_tables(digest: str, tables: GrammarTables) -> None:
    """Cache the tables of a digest."""
    write(_tables_name(digest), encoded(tables))


def forget(digest: str) -> None:
    """Remove what is cached under a digest, so that it is made again."""
    for name in (_tables_name(digest), lexer_name(digest)):
        _SHELF.remove(name)
