"""Finds a language by name or folder and loads it, once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import LanguageError
from engine.languages import table_cache
from engine.languages.language import Language
from engine.languages.manifest import LAYOUT_TERMINALS, MANIFEST_NAME, read_manifest

if TYPE_CHECKING:
    from engine.languages.manifest import Manifest
    from engine.languages.tables import GrammarTables
    from engine.languages.versions import Version

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"


def language_names() -> list[str]:
    """The names of the languages that come with the package, sorted."""
    return sorted(file.parent.name for file in GRAMMARS.glob(f"*/{MANIFEST_NAME}"))


def load_language(name_or_folder: str | Path, version: str | None = None) -> Language:
    """Load a language. The same folder and version give the same object for the life of the process.

    Args:
        name_or_folder: The name of a language that comes with the package, such as
            `"python"`, or the folder of another one, as a `Path` or as a text with a slash.
        version: One of the language's versions, such as `"3.12"`; by default the newest.

    Raises:
        LanguageError: There is no such language or version, or its manifest or grammar is not usable.
    """
    folder = _folder(name_or_folder)
    manifest = _read_manifest(folder)
    return _load(folder, manifest.version(version))


def manifest_of(name_or_folder: str | Path) -> Manifest:
    """Read what a language says of itself, without its grammar; see `load_language`.

    Raises:
        LanguageError: There is no such language, or its manifest is not usable.
    """
    return _read_manifest(_folder(name_or_folder))


def _folder(name_or_folder: str | Path) -> Path:
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


@cache
def _load(folder: Path, version: Version | None) -> Language:
    manifest = _read_manifest(folder)
    if folder.parent != GRAMMARS:
        return Language(manifest, _tables(manifest, version), version)
    digest = _digest(folder, version)
    tables = table_cache.read_tables(digest) or _shared_tables(digest, manifest, version)
    return Language(manifest, tables, version, digest)


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
    from engine.languages.grammar_file import load_grammar_file  # noqa: PLC0415

    layout_terminals = LAYOUT_TERMINALS[manifest.layout]
    return load_grammar_file(manifest.grammar, manifest.start, layout_terminals, version)
