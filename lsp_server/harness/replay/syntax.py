r"""The comments and strings of a text, found without the engine because the engine is under test.

Each language has one regular expression. It ends an unfinished comment or string where a lexer of the
language would: at the end of the line or of the text. A formatted string counts as a string, with its fields.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quoin.engine.languages.manifest import Manifest

Span = tuple[int, int]


def _lines(quote: str) -> str:
    """Return a pattern of strings that may span lines, with escapes."""
    return rf"{quote}(?:[^\\{quote[0]}]|\\.|{quote[0]}(?!{quote[1:]}))*(?:{quote}|\\?\Z)"


def _line(quote: str) -> str:
    """Return a pattern of strings of one line, with escapes, which may include escaped line ends."""
    return rf"{quote}(?:[^\\{quote}\r\n]|\\\r\n|\\.)*(?:{quote}|\\?\Z)?"


def _raw(opener: str, closer: str) -> str:
    """Return a pattern of strings up to a closer; a doubled quote splits a string into adjacent ones."""
    return rf"{re.escape(opener)}.*?(?:{re.escape(closer)}|\Z)"


class _Strings(NamedTuple):
    """Regular expressions of a language's strings, and the signs that an editor writes twice."""

    patterns: tuple[str, ...]
    quotes: str


_DOUBLE, _SINGLE = _line('"'), _line("'")
# The patterns of strings by language, longer openers first, with the quotes that an editor closes.
_STRINGS: Mapping[str, _Strings] = {
    "python": _Strings((_lines('"""'), _lines("'''"), _DOUBLE, _SINGLE), "\"'"),
    "go": _Strings((_raw("`", "`"), _DOUBLE, _SINGLE), "\"'`"),
    "javascript": _Strings((_raw("`", "`"), _DOUBLE, _SINGLE), "\"'`"),
    "tsx": _Strings((_raw("`", "`"), _DOUBLE, _SINGLE), "\"'`"),
    "typescript": _Strings((_raw("`", "`"), _DOUBLE, _SINGLE), "\"'`"),
    "java": _Strings((_lines('"""'), _DOUBLE, _SINGLE), "\"'"),
    "json": _Strings((_DOUBLE,), '"'),
    "jsonc": _Strings((_DOUBLE,), '"'),
    "lua": _Strings((r"\[(?P<level>=*)\[.*?(?:\](?P=level)\]|\Z)", _DOUBLE, _SINGLE), "\"'"),
    "php": _Strings((_lines('"'), _lines("'"), _raw("`", "`")), "\"'`"),
    "rust": _Strings(
        (r'r(?P<level>#*)".*?(?:"(?P=level)|\Z)', _lines('"'), r"'(?:\\.[^']*|[^'\\\r\n])'"), '"'
    ),
    "toml": _Strings((_lines('"""'), _raw("'''", "'''"), _DOUBLE, _SINGLE), "\"'"),
    "sqlite": _Strings(tuple(_raw(quote, quote) for quote in "'\"`"), "'\"`"),
}
_COMMENTS: Mapping[str, tuple[str, ...]] = {
    # The text around the code counts as a comment.
    "php": (
        r"(?:\A|\?>).*?(?:<\?(?:php\b|=)|\Z)",
        r"/\*.*?(?:\*/|\Z)",
        r"(?://|#(?!\[))(?:(?!\?>)[^\r\n])*",
    ),
    "lua": (r"--\[(?P<depth>=*)\[.*?(?:\](?P=depth)\]|\Z)", r"--[^\r\n]*"),
}
_OTHERS = _Strings((_DOUBLE, _SINGLE), "\"'")


class Syntax:
    """The comments and strings of a language.

    Attributes:
        quotes: the quotes that an editor closes automatically.
    """

    def __init__(self, manifest: Manifest) -> None:
        strings, self.quotes = _STRINGS.get(manifest.name, _OTHERS)
        comments = _COMMENTS.get(manifest.name) or _comments(manifest)
        self._spans = re.compile("|".join(f"(?:{one})" for one in (*comments, *strings)), re.DOTALL)

    def spans(self, text: str) -> Iterator[Span]:
        """Return the spans of comments and strings, in their order."""
        return (match.span() for match in self._spans.finditer(text))

    def code(self, text: str) -> bytearray:
        """Return one byte for each character: 1 for code, 0 in comments and strings."""
        found = bytearray(b"\1") * len(text)
        for start, end in self.spans(text):
            found[start:end] = bytes(end - start)
        return found

    def is_code(self, before: str) -> bool:
        """Return whether text typed after `before` would be code, outside comments and strings."""
        return bool(self.code(f"{before}x")[-1])


def _comments(manifest: Manifest) -> tuple[str, ...]:
    """Return the patterns of comments from the manifest in the language's folder."""
    line, block = manifest.comments.line, manifest.comments.block
    blocks = (_raw(*block),) if block else ()
    return (*blocks, rf"{re.escape(line)}[^\r\n]*") if line else blocks
