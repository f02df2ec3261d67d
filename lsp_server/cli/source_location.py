"""Places in files, in the form that users of the command line give them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quoin import EngineError, load_language
from quoin.lsp_server.documents.positions import content_length, split_lines
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.languages.languages import language_of_file, named_language

_PARTS = 3


@dataclass(frozen=True)
class SourceLocation:
    """A cursor in a file; line and column count from 1, columns in characters.

    `language` is the name of a packaged language, or else a folder; `version` is None for the newest one.
    """

    file: Path
    line: int
    column: int
    left: str
    right: str
    language: str
    version: str | None = None


def read_location(text: str, language: str | None = None) -> SourceLocation:
    r"""Parse `FILE:LINE:COLUMN`, and read the named file, cut at the cursor.

    `language` is the name of a packaged language or the folder of another one, which is tried. Without it,
    the file's name says the language.

    Lines end as in LSP, at `\n`, `\r\n` and `\r`. Column 1 is before a line's first character, and the line's
    length plus one is after its last. A byte order mark is not part of the text.

    Raises:
        InputError: the text has another form or names no place in the file, the file cannot be read, or
            there is no language for it that can be used.
    """
    parts = text.rsplit(":", _PARTS - 1)
    if (
        len(parts) != _PARTS
        or not all(part.isascii() and part.isdigit() for part in parts[1:])
        or not parts[0]
    ):
        raise InputError(f"{text!r} is not of the form FILE:LINE:COLUMN, with numbers from 1")
    file, line, column = Path(parts[0]), int(parts[1]), int(parts[2])
    source = read_source(file)
    lines = split_lines(source)
    if not 1 <= line <= len(lines):
        raise InputError(f"{file} has no line {line}: it has {len(lines)}")
    width = content_length(lines[line - 1])
    if not 1 <= column <= width + 1:
        raise InputError(f"line {line} of {file} has no column {column}: they go from 1 to {width + 1}")
    cut = sum(map(len, lines[: line - 1])) + column - 1
    return SourceLocation(file, line, column, source[:cut], source[cut:], _source(language, file))


def _source(language: str | None, file: Path) -> str:
    """Return the name or the folder of a file's language."""
    known = language_of_file(file) if language is None else named_language(language)
    if known.own:
        try:
            load_language(known.source).prepare()
        except EngineError as error:
            raise InputError(str(error)) from None
    return known.source


def read_source(file: Path) -> str:
    """Read a source file as UTF-8, with its line ends unchanged.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8: byte {error.start} cannot be read") from None
    except OSError as error:
        raise InputError(f"{file} cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
