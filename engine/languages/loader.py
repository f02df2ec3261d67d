"""Finds a language by name or folder and loads it, once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.errors import LanguageError
from engine.languages.language import Language
from engine.languages.manifest import LAYOUT_TERMINALS, MANIFEST_NAME, read_manifest

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"


def language_names() -> list[str]:
    """The names of the languages that come with the package, sorted."""
    return sorted(file.parent.name for file in GRAMMARS.glob(f"*/{MANIFEST_NAME}"))


def load_language(name_or_folder: str | Path) -> Language:
    """Load a language. The same folder gives the same object for the life of the process.

    Args:
        name_or_folder: The name of a language that comes with the package, such as
            `"python"`, or the folder of another one, as a `Path` or as a text with a slash.

    Raises:
        LanguageError: There is no such language, or its manifest or grammar is not usable.
    """
    if isinstance(name_or_folder, Path) or "/" in name_or_folder or "\\" in name_or_folder:
        return _load_folder(Path(name_or_folder).resolve())
    if name_or_folder not in language_names():
        known = ", ".join(language_names())
        raise LanguageError(f"there is no language {name_or_folder!r}; known are {known}")
    return _load_folder(GRAMMARS / name_or_folder)


@cache
def _load_folder(folder: Path) -> Language:
    # lark takes longer to import than everything else here, and knowing what languages there are
    # needs none of it.
    from engine.languages.grammar_file import load_grammar_file  # noqa: PLC0415

    manifest = read_manifest(folder)
    layout_terminals = LAYOUT_TERMINALS[manifest.layout]
    return Language(manifest, load_grammar_file(manifest.grammar, manifest.start, layout_terminals))
