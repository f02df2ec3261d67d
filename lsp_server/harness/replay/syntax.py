r"""Comments and strings of a text, found without the engine, which is what is judged.

One regular expression for each language; of an unfinished comment or string it takes what a lexer of that
language would: to the line's end, or to the text's. A formatted string counts as a string with its fields.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quoin.engine.languages.manifest import Manifest

Span = tuple[int, int]


def _lines(quote: str) -> str:
    """A string of several lines, with escapes."""
    return rf"{quote}(?:[^\\{quote[0]}]|\\.|{quote[0]}(?!{quote[1:]}))*(?:{quote}|\\?\Z)"


def _line(quote: str) -> str:
    """A string of one line, with escapes; a line end that is escaped belongs to it."""
    return rf"{quote}(?:[^\\{quote}\r\n]|\\\r\n|\\.)*(?:{quote}|\\?\Z)?"


def _raw(opener: str, closer: str) -> str:
    """Anything up to a closer; quotes that are doubled make two strings, which comes to the same."""
    return rf"{re.escape(opener)}.*?(?:{re.escape(closer)}|\Z)"


class _Strings(NamedTuple):
    """Regular expressions of a language's strings, and the signs that an editor writes twice."""

    patterns: tuple[str, ...]
    quotes: str


_DOUBLE, _SINGLE = _line('"'), _line("'")
# Strings by language, longer beginnings first; what an editor closes by itself stands with them.
_STRINGS: Mapping[str, _Strings] = {
    "python": _Strings((_lines('"""'), _lines("'''"), _DOUBLE, _SINGLE), "\"'"),
    "go": _Strings((_raw("`", "`"), _DOUBLE, _SINGLE), "\"'`"),
    "java": _Strings((_lines('"""'), _DOUBLE, _SINGLE), "\"'"),
    "json": _Strings((_DOUBLE,), '"'),
    "jsonc": _Strings((_DOUBLE,), '"'),
    "lua": _Strings((r"\[(?P<level>=*)\[.*?(?:\](?P=level)\]|\Z)", _DOUBLE, _SINGLE), "\"'"),
    "sqlite": _Strings(tuple(_raw(quote, quote) for quote in "'\"`"), "'\"`"),
}
_COMMENTS: Mapping[str, tuple[str, ...]] = {
    "lua": (r"--\[(?P<depth>=*)\[.*?(?:\](?P=depth)\]|\Z)", r"--[^\r\n]*"),
}
_OTHERS = _Strings((_DOUBLE, _SINGLE), "\"'")


class Syntax:
    """What a language's comments and strings look like.

    Attributes:
        quotes: signs that an editor writes twice.
    """

    def __init__(self, manifest: Manifest) -> None:
        strings, self.quotes = _STRINGS.get(manifest.name, _OTHERS)
        comments = _COMMENTS.get(manifest.name) or _comments(manifest)
        self._spans = re.compile("|".join(f"(?:{one})" for one in (*comments, *strings)), re.DOTALL)

    def spans(self, text: str) -> Iterator[Span]:
        """Comments and strings, in their order."""
        return (match.span() for match in self._spans.finditer(text))

    def code(self, text: str) -> bytearray:
        """For each character whether it is code: 1, or 0 in comments and strings."""
        found = bytearray(b"\1") * len(text)
        for start, end in self.spans(text):
            found[start:end] = bytes(end - start)
        return found

    def is_code(self, before: str) -> bool:
        """Whether what is typed after a text is code: in none of its comments and strings."""
        return bool(self.code(f"{before}x")[-1])


def _comments(manifest: Manifest) -> tuple[str, ...]:
    """Comments as the language's folder tells an editor."""
    line, block = manifest.comments.line, manifest.comments.block
    blocks = (_raw(*block),) if block else ()
    return (*blocks, rf"{re.escape(line)}[^\r\n]*") if line else blocks
