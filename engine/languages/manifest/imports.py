"""How a language's imports list names: `imports` in a manifest's `types`.

    "imports": {
      "word": "import",
      "modifiers": ["type"],
      "binds": ["const", "let", "function", "class"],
      "needless": ["if", "Array"]
    }

An import begins with `word`, perhaps one of the `modifiers`, and lists names in braces, before each of which
a modifier may stand too. `binds` are the words behind which a declaration has its name, and `needless` are
the words that look like names, and the names that every file has: no file lacks them.
"""

from __future__ import annotations

from dataclasses import dataclass

from quoin.engine.errors import LanguageError

_KEYS = {"word", "modifiers", "binds", "needless"}


@dataclass(frozen=True)
class ImportForm:
    """How imports list names; the attributes are described above."""

    word: str
    modifiers: tuple[str, ...] = ()
    binds: tuple[str, ...] = ()
    needless: frozenset[str] = frozenset()


def read_imports(data: object) -> ImportForm:
    """Return the form that a manifest declares.

    Raises:
        LanguageError: It is not of the form that this module describes; the error names no file.
    """
    if not isinstance(data, dict) or set(data) != _KEYS or not isinstance(data["word"], str):
        raise LanguageError(f"types: 'imports' must be an object with the keys {', '.join(sorted(_KEYS))}")
    for key in ("modifiers", "binds", "needless"):
        if not isinstance(data[key], list) or not all(isinstance(one, str) for one in data[key]):
            raise LanguageError(f"types: imports: {key!r} must be a list of texts")
    return ImportForm(
        data["word"], tuple(data["modifiers"]), tuple(data["binds"]), needless=frozenset(data["needless"])
    )
