"""A tree-sitter package is read: its grammar, its version and its licence."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError
from quoin.engine.grammar_import.nodes import Node, read_node

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PLACES = ("src/grammar.json", "grammar.json")
_LICENCES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYING")


@dataclass(frozen=True)
class Source:
    """A grammar of tree-sitter's.

    Attributes:
        name: The language's name.
        version: The package's version; empty if the package does not say.
        licence: The text of the package's licence; empty if there is none.
        rules: The rules by name, the first of which a whole file matches.
        extras: What may stand between any two lexemes.
        externals: The names of what a scanner in C finds.
        file_types: The endings of the language's files, without a dot; empty if the package does not say.
    """

    name: str
    version: str
    licence: str
    rules: dict[str, Node]
    extras: tuple[Node, ...]
    externals: frozenset[str]
    file_types: tuple[str, ...]


def read_source(package: Path) -> Source:
    """Read the grammar of a package's folder.

    Raises:
        LanguageError: The folder has no grammar, or its grammar is none of tree-sitter's.
    """
    file = next((package / place for place in _PLACES if (package / place).is_file()), None)
    if file is None:
        raise LanguageError(f"no tree-sitter package: it has no {_PLACES[0]}", package)
    data = _read_object(file)
    try:
        rules = {str(name): read_node(rule) for name, rule in data["rules"].items()}
        extras = tuple(map(read_node, data.get("extras", [{"type": "PATTERN", "value": "\\s"}])))
        externals = frozenset(str(one["name"]) for one in data.get("externals", []) if "name" in one)
        name = str(data["name"])
    except LanguageError as error:
        raise LanguageError(error.reason, file) from error
    except (KeyError, TypeError, AttributeError) as error:
        raise LanguageError("is no grammar of tree-sitter", file) from error
    if not rules:
        raise LanguageError("has no rules", file)
    return Source(
        name, _version(package), _licence(package), rules, extras, externals, _file_types(package, name)
    )


def _read_object(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise LanguageError("is not JSON", file) from error
    if not isinstance(data, dict):
        raise LanguageError("holds no JSON object", file)
    return data


def _own_files(package: Path, name: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in files of a name, in the package and above it; there may be none."""
    for folder in (package, package.parent):
        try:
            data = json.loads((folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(data, dict):
            yield data


def _version(package: Path) -> str:
    for data in _own_files(package, "tree-sitter.json"):
        metadata = data.get("metadata")
        if isinstance(metadata, dict) and isinstance(metadata.get("version"), str):
            return str(metadata["version"])
    versions = (data.get("version") for data in _own_files(package, "package.json"))
    return next((one for one in versions if isinstance(one, str)), "")


def _file_types(package: Path, name: str) -> tuple[str, ...]:
    for data in _own_files(package, "tree-sitter.json"):
        grammars = data.get("grammars")
        for grammar in grammars if isinstance(grammars, list) else ():
            if isinstance(grammar, dict) and grammar.get("name") == name:
                types = grammar.get("file-types")
                return tuple(map(str, types)) if isinstance(types, list) else ()
    return ()


def _licence(package: Path) -> str:
    for folder in (package, package.parent):
        for name in _LICENCES:
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8", errors="replace")
    return ""
