"""These functions find rules and terminals that have no effect."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from quoin.engine.languages.automata import EPSILON, FINAL, START

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin.engine.language import Language
    from quoin.engine.languages.tables import Automaton

    # A remark is a flag for an error, the line in the grammar, and a message.
    Remark = tuple[bool, int | None, str]

_DEFINITION = re.compile(r"[?!]*(\w+)(\{.*?\})?(?:\.-?\d+)?[ \t]*:")


def rule_of(symbol: int) -> int:
    """Return the index of the rule that an edge's symbol means; it is negative for a terminal or none."""
    return -2 - symbol


def suspicious_terminals(languages: list[Language]) -> Iterator[Remark]:
    """Yield the terminals that are never lexed, and those that are lexed but used by no rule."""
    grammar = languages[-1].manifest.grammar
    lines = definition_lines(grammar)
    said = set()
    taken = {name for language in languages for name in taken_terminals(language)}
    for language in languages:
        tables = language.tables
        lexed = {number for _, mode in language.modes for number in mode} or None
        for number, text in enumerate(language.core.shortest_texts()):
            terminal = tables.terminals[number]
            if terminal.pattern is None or terminal.name in said:
                continue
            if text is None or (lexed is not None and number not in lexed):
                is_error, remark = True, "is never lexed: others match the same texts and come first"
            elif terminal.name not in taken and number not in tables.ignored:
                is_error, remark = False, "is lexed, and no rule takes it: such a text is an error"
            else:
                continue
            said.add(terminal.name)
            line = lines.get(terminal.name) or line_with(grammar, f'"{terminal.literal}"')
            yield is_error, line, f"terminal {terminal.name} {remark}"


def unfinished_lexemes(languages: list[Language]) -> Iterator[Remark]:
    """Yield the terminals whose lexemes may go on without end before anything else can be read instead.

    After such a beginning the lexer has to read to the end of the text before it knows what the lexeme is,
    so that a mask there looks at all tokens, and the tables of a vocabulary grow.
    """
    grammar = languages[-1].manifest.grammar
    lines = definition_lines(grammar)
    said = set()
    for language in languages:
        for text, numbers in language.core.unfinished():
            names = tuple(language.tables.terminals[number].name for number in numbers)
            if names in said:
                continue
            said.add(names)
            shown = ", ".join(names)
            remark = (
                f"after {text.decode('utf-8', 'replace')!r}, only the end of the text tells whether this "
                f"begins {shown}, so that masks there take a hundred times as long: write a terminal that "
                f"matches what begins {shown} and has no end, `UNFINISHED_{names[0]}: …`, and use it nowhere"
            )
            yield False, lines.get(names[0]), remark


def taken_terminals(language: Language) -> set[str]:
    """Return the names of the terminals that some rule uses."""
    tables = language.tables
    symbols = {edge.symbol for rule in tables.rules for edge in rule.edges}
    return {tables.terminals[symbol].name for symbol in symbols if symbol >= 0}


def suspicious_rules(languages: list[Language]) -> Iterator[Remark]:
    """Yield the rules that the start rule needs in no version, and those that derive no text."""
    grammar = languages[-1].manifest.grammar
    lines = definition_lines(grammar)
    reached: set[str] = set()
    barren: set[str] = set()
    for language in languages:
        reached |= {rule.name.partition("{")[0] for rule in language.tables.rules}
        barren |= {rule.name for rule in barren_rules(language.tables.rules)}
    for name, line in lines.items():
        if name.strip("_").islower() and name not in reached:
            yield False, line, f"rule {name} is not used: {languages[-1].manifest.start} does not lead to it"
    for name in sorted(barren):
        yield True, lines.get(name), f"rule {name} has no text: each way through it comes back to it"


def barren_rules(rules: list[Automaton]) -> list[Automaton]:
    """Return the rules that derive no text, not even the empty one.

    A rule without edges takes a wildcard of no terminals alone, and is meant to be none.
    """
    fruitful = {number for number, rule in enumerate(rules) if not rule.edges}
    before = -1
    while before != len(fruitful):
        before = len(fruitful)
        fruitful |= {number for number, rule in enumerate(rules) if _reaches_end(rule, fruitful)}
    return [rule for number, rule in enumerate(rules) if number not in fruitful]


def _reaches_end(rule: Automaton, fruitful: set[int]) -> bool:
    met, work = {START}, [START]
    while work:
        state = work.pop()
        for start, symbol, end, _ in rule.edges:
            if start != state or end in met or (symbol < EPSILON and rule_of(symbol) not in fruitful):
                continue
            met.add(end)
            work.append(end)
    return FINAL in met


@cache
def definition_lines(grammar: Path) -> dict[str, int]:
    """Return the line of each rule and terminal that a grammar file defines."""
    lines = grammar.read_text(encoding="utf-8").split("\n")
    found: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        match = _DEFINITION.match(line)
        if match:
            found.setdefault(match[1], number)
    return found


def line_with(grammar: Path, text: str) -> int | None:
    """Return the number of the first line of a grammar file that contains a text; None if none does."""
    lines = grammar.read_text(encoding="utf-8").split("\n")
    return next((number for number, line in enumerate(lines, start=1) if text in line), None)
