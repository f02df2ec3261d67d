"""Maximal munch by trying every terminal at every lexeme's start, each for its longest match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from tests.support.recogniser import Recogniser, line

if TYPE_CHECKING:
    from quoin import Language


@dataclass(frozen=True)
class Lexeme:
    """Its terminals, those of the greatest rank alone, and its text."""

    terminals: frozenset[int]
    text: str


class Lexing:
    """The terminals of a language, matched by `regex`."""

    def __init__(self, language: Language) -> None:
        self.terminals = [
            (number, regex.compile(terminal.pattern, regex.POSIX), (terminal.priority, terminal.is_string))
            for number, terminal in enumerate(language.tables.terminals)
            if terminal.pattern is not None
        ]

    def lex(self, text: str) -> list[Lexeme] | None:
        """The lexemes, the ignored ones too; None if somewhere none matches."""
        lexemes = []
        at = 0
        while at < len(text):
            lexeme = self.longest(text, at)
            if lexeme is None:
                return None
            lexemes.append(lexeme)
            at += len(lexeme.text)
        return lexemes

    def longest(self, text: str, at: int) -> Lexeme | None:
        """The longest lexeme at `at`, if any."""
        found = [
            (match.end(), rank, number)
            for number, pattern, rank in self.terminals
            if (match := pattern.match(text, at)) is not None
        ]
        if not found:
            return None
        end, best, _ = max(found)
        winners = frozenset(number for other, rank, number in found if (other, rank) == (end, best))
        return Lexeme(winners, text[at:end])


class PlainOracle:
    """Membership in a language without layout, by lexing the whole text and recognising it."""

    def __init__(self, language: Language) -> None:
        self.lexing = Lexing(language)
        self.recogniser = Recogniser(language)
        self.ignored = frozenset(language.tables.ignored)
        self.known: dict[str, bool] = {}

    def __call__(self, text: str) -> bool:
        """Whether `text` is a program."""
        if text not in self.known:
            self.known[text] = self._decide(text)
        return self.known[text]

    def _decide(self, text: str) -> bool:
        lexemes = self.lexing.lex(text)
        if lexemes is None:
            return False
        content = [lexeme.terminals for lexeme in lexemes if not lexeme.terminals & self.ignored]
        return self.recogniser.recognises(line(content))
