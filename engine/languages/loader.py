"""The loader finds a language by name or folder, and reads its files once."""

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
"""The folder of the built-in languages."""
EXAMPLES = "examples"
"""The name of the folder with a language's examples, from which nothing is made."""
# The names of the files that a grammar may import and that a manifest may name end so.
_SUFFIXES = (".lark", ".json")


def language_names() -> list[str]:
    """Return the names of the built-in languages, sorted."""
    return sorted(file.parent.name for file in GRAMMARS.glob(f"*/{MANIFEST_NAME}"))


class Parts(NamedTuple):
    """The arguments of a `quoin.engine.languages.definition.Definition`."""

    manifest: Manifest
    tables: GrammarTables
    version: Version | None
    digest: str


def parts_of(folder: Path, version: Version | None) -> Parts:
    """Read one version of the language in a folder, whose tables are cached.

    Raises:
        LanguageError: The manifest or the grammar is not usable.
    """
    manifest = _read_manifest(folder)
    digest = _digest(folder, version)
    tables = table_cache.read_tables(digest) or _shared_tables(digest, manifest, version)
    return Parts(manifest, tables, version, digest)


def manifest_of(name_or_folder: str | Path) -> Manifest:
    """Read a language's manifest without its grammar; `parts_of` reads both.

    Raises:
        LanguageError: The language does not exist, or its manifest is not usable.
    """
    return _read_manifest(folder_of(name_or_folder))


def folder_of(name_or_folder: str | Path) -> Path:
    """Return the folder of a built-in language by its name, or the given folder of another language.

    `quoin.engine.language.load_language` says how the two are told apart.

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


def _digest(folder: Path, version: Version | None) -> str:
    """Return a digest of what a language is made from.

    Raises:
        LanguageError: A file cannot be read.
    """
    named: list[str | bytes] = [folder.name, str(version)]
    for file in _files(folder):
        named += [file.name, _content(file)]
    return table_cache.digest_of(named)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error


def _files(folder: Path) -> list[Path]:
    """Return the manifest, the grammar, and the files that these may name, sorted.

    A built-in language is made from two files and those that it shares: digests are taken at each start.
    """
    manifest = _read_manifest(folder)
    grammar = manifest.grammar
    shared = [*manifest.shared, *manifest.bases, *_elsewhere(manifest)]
    if folder.parent == GRAMMARS:
        return [folder / MANIFEST_NAME, grammar, *shared]
    found = {
        file
        for suffix in _SUFFIXES
        for file in folder.rglob(f"*{suffix}")
        if file.is_file() and EXAMPLES not in file.relative_to(folder).parts
    }
    return sorted(found | {grammar, *shared})


def _shared_tables(digest: str, manifest: Manifest, version: Version | None) -> GrammarTables:
    """Make and cache tables that are not cached yet, or wait for another process that is making them."""
    with table_cache.making_tables(digest):
        tables = table_cache.read_tables(digest)
        if tables is None:
            tables = _tables(manifest, version)
            table_cache.write_tables(digest, tables)
        return tables


def _tables(manifest: Manifest, version: Version | None) -> GrammarTables:
    # Importing lark takes longer than everything else here, and neither listing the languages nor
    # reading a cached one needs it.
    from quoin.engine.languages.grammar_file import load_grammar_file  # noqa: PLC0415

    layout, names = LAYOUT_TERMINALS[manifest.layout], manifest.names.terminals.get("owed", ())
    fed = {*layout, *names, *manifest.declarations.get("module", ())}
    return load_grammar_file(
        manifest.grammar,
        manifest.start,
        fed,
        version,
        manifest.contexts,
        shared=manifest.shared,
        elsewhere=_elsewhere(manifest),
        wildcards=manifest.wildcards,
    )


def _elsewhere(manifest: Manifest) -> list[Path]:
    """Return the grammars of the languages that one builds on."""
    grammars = (_read_manifest(base.parent) for base in manifest.bases)
    return [file for base in grammars for file in (*base.shared, base.grammar)]
