"""Maximal munch by trying every terminal at every lexeme's start, each for its longest match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from tests.support.recogniser import Graph, Recogniser

if TYPE_CHECKING:
    from quoin import Language


@dataclass(frozen=True)
class Lexeme:
    """Its terminals, those of the greatest rank alone, and its text."""

    terminals: frozenset[int]
    text: str


@dataclass(frozen=True)
class _Expression:
    """A terminal's number, expression and rank, and the bytes before which it does not match."""

    number: int
    pattern: regex.Pattern[str]
    rank: tuple[int, bool]
    barred: frozenset[int]

    def longest(self, text: str, at: int) -> int | None:
        """Where its longest match at `at` ends, if it has one."""
        match = self.pattern.match(text, at)
        end = None if match is None else match.end()
        if not self.barred or end is None:
            return end
        ends = range(end, at, -1)
        return next(
            (end for end in ends if self.pattern.fullmatch(text, at, end) and self.fits(text, end)), None
        )

    def fits(self, text: str, end: int) -> bool:
        """Whether what follows does not bar it."""
        return text[end : end + 1].encode()[:1] not in [bytes((byte,)) for byte in self.barred]


class Lexing:
    """The terminals of a language, or of one of its modes, matched by `regex`."""

    def __init__(self, language: Language, mode: str | None = None) -> None:
        lexed = dict(language.modes).get(mode) if mode is not None else None
        self.terminals = [
            _Expression(
                number,
                regex.compile(terminal.pattern, regex.POSIX),
                (terminal.priority, terminal.is_string),
                frozenset(terminal.barred),
            )
            for number, terminal in enumerate(language.tables.terminals)
            if terminal.pattern is not None and (lexed is None or number in lexed)
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
            (end, terminal.rank, terminal.number)
            for terminal in self.terminals
            if (end := terminal.longest(text, at)) is not None
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
        self.splits = language.manifest.splits
        self.literals = {
            terminal.literal: number
            for number, terminal in enumerate(language.tables.terminals)
            if terminal.literal
        }
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
        graph = Graph()
        for lexeme in lexemes:
            if not lexeme.terminals & self.ignored:
                self._add(graph, lexeme)
        return self.recogniser.recognises(graph)

    def _add(self, graph: Graph, lexeme: Lexeme) -> None:
        """Add a lexeme, and the two terminals that it may be, the second of which may be two again."""
        start, between = graph.n_nodes - 1, []
        text = lexeme.text
        while text in self.splits:
            between.append(graph.n_nodes)
            graph.n_nodes += 1
            text = self.splits[text][1]
        end = graph.add(lexeme.terminals, start)
        text = lexeme.text
        for node in between:
            first, text = self.splits[text]
            graph.add(frozenset({self.literals[first]}), start, node)
            graph.add(frozenset({self.literals[text]}), node, end)
            start = node
