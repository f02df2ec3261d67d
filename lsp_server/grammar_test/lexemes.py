"""The lexemes of any text, by the terminals of a language's grammar."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import regex

from quoin.engine.languages.modes import MAIN

if TYPE_CHECKING:
    from quoin import Language

_MAX_SECONDS = 1.0
"""The longest search for one lexeme, in seconds; where it takes longer, a single character is the lexeme."""


class Lexemes:
    """Consecutive longest matches of the terminals of plain code, the ignored ones among them."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def split(self, text: str) -> list[str]:
        """Return all lexemes of a text in their order; a character that no terminal matches is one too."""
        found, at = [], 0
        while at < len(text):
            end = max(self._end(text, at), at + 1)
            found.append(text[at:end])
            at = end
        return found

    def _end(self, text: str, at: int) -> int:
        try:
            match = self._any.match(text, at, timeout=_MAX_SECONDS)
        except TimeoutError:
            return at
        return match.end() if match else at

    @cached_property
    def _any(self) -> regex.Pattern[str]:
        """All terminals as one pattern, which matches the longest lexeme."""
        tables, modes = self._language.tables, dict(self._language.modes)
        numbers = modes.get(MAIN, range(len(tables.terminals)))
        patterns = [tables.terminals[number].pattern for number in numbers]
        return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns if pattern), regex.POSIX)
