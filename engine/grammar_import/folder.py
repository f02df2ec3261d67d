"""A language's folder is written from a tree-sitter package, again and again: what is by hand stays."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError
from quoin.engine.grammar_import.convert import Conversion
from quoin.engine.grammar_import.overrides import OVERRIDES_NAME, read_overrides
from quoin.engine.grammar_import.source import read_source
from quoin.engine.languages.manifest import MANIFEST_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quoin.engine.grammar_import.report import Report
    from quoin.engine.grammar_import.source import Source

_MARK = "// Imported by `quoin grammar import tree-sitter`"
_JUDGE = "quoin.engine.grammar_import.judge"
_NEW_OVERRIDES = """\
// What is written here stays when the package is imported again. A rule or a terminal replaces the
// imported one of the same name; what the package finds in its scanner can be written here by its name.
"""


@dataclass(frozen=True)
class Imported:
    """A folder that was written.

    Attributes:
        folder: The language's folder.
        files: The names of the files that were written.
        report: What could not be taken.
    """

    folder: Path
    files: tuple[str, ...]
    report: Report


def import_package(package: Path, folder: Path | None = None, name: str = "") -> Imported:
    """Write a language's folder from a tree-sitter package.

    The grammar and the package's licence are always written; the manifest and the file for what is written
    by hand only if they are absent.

    Args:
        package: The package's folder, with `src/grammar.json` in it.
        folder: The language's folder; by default one of the language's name in the current folder.
        name: What the language is called; by default as in the package.

    Raises:
        LanguageError: The package has no grammar that can be read, the folder's overrides cannot be read, or
            the folder has a grammar that was not imported.
    """
    source = read_source(package)
    name = name or source.name
    folder = folder if folder is not None else Path(name)
    grammar = folder / f"{name}.lark"
    if grammar.exists() and not grammar.read_text(encoding="utf-8", errors="replace").startswith(_MARK):
        raise LanguageError("was not imported, and is kept", grammar)
    conversion = Conversion(source, read_overrides(folder))
    text = conversion.text()
    files = {grammar.name: f"{_header(source, conversion.report)}\n{text}"}
    if source.licence:
        files["LICENSE"] = source.licence
    if not (folder / MANIFEST_NAME).exists():
        files[MANIFEST_NAME] = _manifest(source, name, conversion)
    if not (folder / OVERRIDES_NAME).exists():
        files[OVERRIDES_NAME] = _NEW_OVERRIDES
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            (folder / file).write_text(content, encoding="utf-8")
    except OSError as error:
        raise LanguageError(f"cannot be written: {error.strerror}", folder) from error
    return Imported(folder, tuple(files), conversion.report)


def _header(source: Source, report: Report) -> str:
    of = f"tree-sitter-{source.name.replace('_', '-')} {source.version}".strip()
    lines = [
        f"{_MARK}: the grammar of {of}.",
        f"// It is written anew by each import; what is by hand stands in {OVERRIDES_NAME}.",
    ]
    for line in report.lines():
        lines += textwrap.wrap(line, 106, initial_indent="// - ", subsequent_indent="//   ")
    return "\n".join(lines) + "\n"


def _manifest(source: Source, name: str, conversion: Conversion) -> str:
    module = f"tree_sitter_{source.name}"
    manifest: dict[str, Any] = {
        "name": name,
        "grammar": f"{name}.lark",
        "start": conversion.start,
        "layout": "none",
        "lsp_ids": [name],
        "file_patterns": [f"*.{ending}" for ending in source.file_types or (name,)],
        "judge": ["python", "-I", "-m", _JUDGE, module],
        "display_names": dict(_display_names(conversion.terminals)),
    }
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _display_names(terminals: Iterable[str]) -> list[tuple[str, str]]:
    words = [(name, name.lower().replace("_", " ").rstrip("0123456789 ")) for name in terminals]
    return [(name, f"{'an' if text[0] in 'aeiou' else 'a'} {text}") for name, text in words]
