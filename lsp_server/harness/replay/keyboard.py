"""The effect of a key on a text in an editor that closes brackets and quotes automatically.

The rules are those of VS Code's setting `languageDefined`. A bracket is closed before a blank, the line's
end, a closer or certain other characters. A quote is closed there too, but not in a string or comment, and
not directly after a word or another quote. A closer that the editor inserted can be typed over, and is
deleted with its partner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.lsp_server.harness.replay.syntax import Syntax

BACKSPACE, DELETE = "\b", "\x7f"
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_BEFORE_QUOTED = ";:.,=}])> \r\n\t"
_BEFORE_BRACKETED = f"'\"`{_BEFORE_QUOTED}"
# The pattern matches a prefix letter of a Python string that is a whole word.
_PREFIXED = re.compile(r"(?<!\w)[rRuUfFbB]\Z")


@dataclass(frozen=True)
class Typed:
    """A text with a cursor.

    Attributes:
        before: the text before the cursor.
        after: the text after the cursor.
        closers: number of characters directly after the cursor that the editor inserted as closers.
    """

    before: str
    after: str
    closers: int = 0

    @property
    def closing(self) -> str:
        """The closers that the editor inserted directly after the cursor."""
        return self.after[: self.closers]


class Keyboard:
    """The keyboard of an editor for one language."""

    def __init__(self, syntax: Syntax, *, prefixes: bool) -> None:
        self._syntax = syntax
        self._prefixes = prefixes

    def press(self, text: Typed, key: str) -> Typed:
        """Return the text after a key is pressed.

        The key is a character, a line end with the next line's indentation, `BACKSPACE` or `DELETE`.
        """
        if key == BACKSPACE:
            return self._backspace(text)
        if key == DELETE:
            return Typed(text.before, text.after[1:], max(0, text.closers - 1))
        if self._types_over(text, key):
            return Typed(text.before + key, text.after[1:], text.closers - 1)
        closer = self._closer(text, key)
        return Typed(text.before + key, closer + text.after, text.closers + len(closer))

    def _backspace(self, text: Typed) -> Typed:
        partner = self._partner(text.before[-1:])
        if partner and text.closing.startswith(partner):
            return Typed(text.before[:-1], text.after[1:], text.closers - 1)
        return Typed(text.before[:-1], text.after, text.closers)

    def _types_over(self, text: Typed, key: str) -> bool:
        escaped = key in self._syntax.quotes and text.before.endswith("\\")
        return text.closing.startswith(key) and not escaped

    def _partner(self, sign: str) -> str:
        return _CLOSERS.get(sign, sign if sign in self._syntax.quotes else "")

    def _closer(self, text: Typed, key: str) -> str:
        """Return the closer that the editor inserts after the cursor, or ""."""
        follows = text.after[:1]
        if key in _CLOSERS:
            return _CLOSERS[key] if follows in _BEFORE_BRACKETED else ""
        if key not in self._syntax.quotes or follows not in _BEFORE_QUOTED:
            return ""
        return key if self._may_begin_string(text.before, key) else ""

    def _may_begin_string(self, before: str, quote: str) -> bool:
        touches = re.search(r"[\w\\]\Z", before) or before.endswith(quote)
        if touches and not (self._prefixes and _PREFIXED.search(before)):
            return False
        return self._syntax.is_code(before)
