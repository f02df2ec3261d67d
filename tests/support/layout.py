"""Python's layout over a whole text, in the steps of CPython's tokenizer (`Parser/tokenizer.c`, 3.11).

Lexemes come from maximal munch over all terminals; lines, columns and brackets are worked out here
line by line, with none of the engine's states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.lexing import Lexing
from tests.support.recogniser import Recogniser, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin import Language
    from tests.support.lexing import Lexeme

Column = tuple[int, int]


class LayoutOracle:
    """Membership in a language with Python's layout."""

    def __init__(self, language: Language) -> None:
        self.lexing = Lexing(language)
        self.recogniser = Recogniser(language)
        self.number = {t.name: number for number, t in enumerate(language.tables.terminals)}
        literals = {t.literal: number for number, t in enumerate(language.tables.terminals)}
        self.openers = {literals[sign] for sign in "([{" if sign in literals}
        self.closers = {literals[sign] for sign in ")]}" if sign in literals}
        self.known: dict[str, bool] = {}

    def __call__(self, text: str) -> bool:
        """Whether `text` is a program."""
        if text not in self.known:
            tokens = self.tokens(text)
            self.known[text] = tokens is not None and self.recogniser.recognises(line(tokens))
        return self.known[text]

    def tokens(self, text: str) -> list[frozenset[int]] | None:
        """What the parser sees of a text; None where lexing or layout fails."""
        lexemes = self.lexing.lex(text)
        return None if lexemes is None else _Tokenizer(self, lexemes).run()


class _Tokenizer:
    def __init__(self, oracle: LayoutOracle, lexemes: Sequence[Lexeme]) -> None:
        self.oracle = oracle
        self.lexemes = lexemes
        self.at = 0
        self.tokens: list[frozenset[int]] = []
        self.indents: list[Column] = [(0, 0)]
        self.depth = 0
        self.line_has_content = False

    def run(self) -> list[frozenset[int]] | None:
        while self.at < len(self.lexemes):
            if not self.line_has_content and self.depth == 0 and not self.begin_line():
                return None
            if not self.rest_of_line():
                return None
        if self.line_has_content:
            self.emit("NEWLINE")
        for _ in self.indents[1:]:
            self.emit("DEDENT")
        return self.tokens

    def emit(self, name: str) -> None:
        self.tokens.append(frozenset({self.oracle.number[name]}))

    def next_is(self, name: str) -> bool:
        if self.at == len(self.lexemes):
            return False
        return self.oracle.number[name] in self.lexemes[self.at].terminals

    def begin_line(self) -> bool:
        """Measure the blanks; a line without content has no column."""
        column = (0, 0)
        continued = 0
        while self.next_is("BLANK") or self.next_is("LINE_JOIN"):
            if self.next_is("BLANK"):
                column = _after(column, self.lexemes[self.at].text)
            else:
                continued = continued or column[0]
                if self.at + 1 == len(self.lexemes):
                    return False
            self.at += 1
        if self.at == len(self.lexemes) or self.next_is("COMMENT") or self.next_is("LINE_END"):
            return True
        return self.indent((continued, continued) if continued else column)

    def indent(self, column: Column) -> bool:
        if column[0] == self.indents[-1][0]:
            return column == self.indents[-1]
        if column[0] > self.indents[-1][0]:
            self.indents.append(column)
            self.emit("INDENT")
            return column[1] > self.indents[-2][1]
        while column[0] < self.indents[-1][0]:
            self.indents.pop()
            self.emit("DEDENT")
        return column == self.indents[-1]

    def rest_of_line(self) -> bool:
        """Up to and with a line end that counts, or one of a line without content."""
        while self.at < len(self.lexemes):
            if self.next_is("LINE_JOIN"):
                if self.at + 1 == len(self.lexemes):
                    return False
            elif self.next_is("LINE_END"):
                if self.depth == 0:
                    self.end_line()
                    return True
            elif not self.next_is("BLANK") and not self.next_is("COMMENT"):
                self.content(self.lexemes[self.at].terminals)
            self.at += 1
        return self.depth == 0

    def content(self, terminals: frozenset[int]) -> None:
        self.depth += bool(terminals & self.oracle.openers)
        self.depth -= bool(terminals & self.oracle.closers)
        self.tokens.append(terminals)
        self.line_has_content = True

    def end_line(self) -> None:
        self.at += 1
        if self.line_has_content:
            self.emit("NEWLINE")
        self.line_has_content = False


def _after(column: Column, blank: str) -> Column:
    if blank == "\t":
        return (column[0] // 8 + 1) * 8, column[1] + 1
    return (0, 0) if blank == "\f" else (column[0] + 1, column[1] + 1)
