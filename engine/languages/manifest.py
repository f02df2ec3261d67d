"""`language.json`: what a language's folder says about itself beside its grammar."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import LanguageError

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST_NAME = "language.json"

# The terminals that each layout policy of the core feeds to the parser.
LAYOUT_TERMINALS: dict[str, tuple[str, ...]] = {
    "none": (),
    "python": ("NEWLINE", "INDENT", "DEDENT"),
}

_KEYS = ("name", "grammar", "start", "layout", "lsp_ids", "file_patterns", "display_names")


@dataclass(frozen=True)
class Manifest:
    """The contents of one `language.json`.

    Attributes:
        name: The language's name.
        grammar: File of the grammar, in lark's format.
        start: The rule that a whole file matches.
        layout: Name of the core's layout policy.
        lsp_ids: Language identifiers of the Language Server Protocol.
        file_patterns: Shell patterns of the language's file names.
        display_names: What to call a terminal in messages, by terminal name.
    """

    name: str
    grammar: Path
    start: str
    layout: str
    lsp_ids: tuple[str, ...]
    file_patterns: tuple[str, ...]
    display_names: dict[str, str]


def read_manifest(folder: Path) -> Manifest:
    """Read and check `language.json` in `folder`.

    Raises:
        LanguageError: The file is missing, is not JSON, or a key is missing, unknown or of
            the wrong type.
    """
    file = folder / MANIFEST_NAME
    data = _read_object(file)
    for key in data:
        if key not in _KEYS:
            raise LanguageError(f"unknown key {key!r}; known are {', '.join(_KEYS)}", file)
    manifest = Manifest(
        name=_text(data, "name", file),
        grammar=folder / _text(data, "grammar", file),
        start=_text(data, "start", file),
        layout=_text(data, "layout", file),
        lsp_ids=_texts(data, "lsp_ids", file),
        file_patterns=_texts(data, "file_patterns", file),
        display_names=_text_by_text(data, "display_names", file),
    )
    if manifest.layout not in LAYOUT_TERMINALS:
        known = ", ".join(LAYOUT_TERMINALS)
        raise LanguageError(f"unknown layout {manifest.layout!r}; known are {known}", file)
    return manifest


def _read_object(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error
    except UnicodeDecodeError as error:
        raise LanguageError("is not UTF-8", file) from error
    except json.JSONDecodeError as error:
        raise LanguageError(f"is not JSON: {error.msg}", file, error.lineno) from error
    if not isinstance(data, dict):
        raise LanguageError("holds no JSON object", file)
    return data


def _value(data: dict[str, Any], key: str, file: Path) -> object:
    if key not in data:
        raise LanguageError(f"the key {key!r} is missing", file)
    return data[key]


def _text(data: dict[str, Any], key: str, file: Path) -> str:
    value = _value(data, key, file)
    if not isinstance(value, str) or not value:
        raise LanguageError(f"{key!r} must be a text that is not empty", file)
    return value


def _texts(data: dict[str, Any], key: str, file: Path) -> tuple[str, ...]:
    value = _value(data, key, file)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise LanguageError(f"{key!r} must be a list of texts", file)
    return tuple(value)


def _text_by_text(data: dict[str, Any], key: str, file: Path) -> dict[str, str]:
    value = _value(data, key, file)
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise LanguageError(f"{key!r} must be an object of texts", file)
    return value
