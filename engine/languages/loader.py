"""Finds a language by name or folder and reads its files, once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.errors import LanguageError
from quoin.engine.languages import table_cache
from quoin.engine.languages.manifest import LAYOUT_TERMINALS, MANIFEST_NAME, read_manifest

if TYPE_CHECKING:
    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.languages.tables import GrammarTables
    from quoin.engine.languages.versions import Version

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"


def language_names() -> list[str]:
    """The names of the languages that come with the package, sorted."""
    return sorted(file.parent.name for file in GRAMMARS.glob(f"*/{MANIFEST_NAME}"))


class Parts(NamedTuple):
    """What a `quoin.engine.languages.definition.Definition` is made of."""

    manifest: Manifest
    tables: GrammarTables
    version: Version | None
    digest: str | None


def parts_of(folder: Path, version: Version | None) -> Parts:
    """Read a version of the language in a folder.

    Raises:
        LanguageError: Its manifest or grammar is not usable.
    """
    manifest = _read_manifest(folder)
    if folder.parent != GRAMMARS:
        return Parts(manifest, _tables(manifest, version), version, None)
    digest = _digest(folder, version)
    tables = table_cache.read_tables(digest) or _shared_tables(digest, manifest, version)
    return Parts(manifest, tables, version, digest)


def manifest_of(name_or_folder: str | Path) -> Manifest:
    """Read what a language says of itself, without its grammar; see `parts_of`.

    Raises:
        LanguageError: There is no such language, or its manifest is not usable.
    """
    return _read_manifest(folder_of(name_or_folder))


def folder_of(name_or_folder: str | Path) -> Path:
    """Find the folder of a language by name, or of another one; see `quoin.engine.language.load_language`.

    Raises:
        LanguageError: There is no language of that name.
    """
    if isinstance(name_or_folder, Path) or "/" in name_or_folder or "\\" in name_or_folder:
        return Path(name_or_folder).resolve()
    if name_or_folder in language_names():
        return GRAMMARS / name_or_folder
    known = ", ".join(language_names())
    raise LanguageError(f"there is no language {name_or_folder!r}; known are {known}")


@cache
def _read_manifest(folder: Path) -> Manifest:
    return read_manifest(folder)


def is_kept(name: str) -> bool:
    """Whether the newest version of a language that comes with the package need not be made, only read."""
    manifest = manifest_of(name)
    return table_cache.has_tables(_digest(GRAMMARS / name, manifest.version(None)))


def _digest(folder: Path, version: Version | None) -> str:
    manifest = _read_manifest(folder)
    named = (folder.name, str(version), (folder / MANIFEST_NAME).read_bytes(), manifest.grammar.read_bytes())
    return table_cache.digest_of(named)


def _shared_tables(digest: str, manifest: Manifest, version: Version | None) -> GrammarTables:
    """Tables that are not kept, or that another process is just making."""
    with table_cache.making_tables(digest):
        tables = table_cache.read_tables(digest)
        if tables is None:
            tables = _tables(manifest, version)
            table_cache.write_tables(digest, tables)
        return tables


def _tables(manifest: Manifest, version: Version | None) -> GrammarTables:
    # lark takes longer to import than everything else here, and knowing what languages there are
    # needs none of it, nor does a language that is kept.
    from quoin.engine.languages.grammar_file import load_grammar_file  # noqa: PLC0415

    layout_terminals = LAYOUT_TERMINALS[manifest.layout]
    return load_grammar_file(manifest.grammar, manifest.start, layout_terminals, version)
