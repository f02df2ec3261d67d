"""Rules and terminals that cannot do what they seem to be for."""

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

    # Whether it is an error, the grammar's line, and what it is.
    Remark = tuple[bool, int | None, str]

_DEFINITION = re.compile(r"[?!]*(\w+)(\{.*?\})?(?:\.-?\d+)?[ \t]*:")


def rule_of(symbol: int) -> int:
    """The rule that an edge's symbol means; negative for a terminal or none."""
    return -2 - symbol


def suspicious_terminals(languages: list[Language]) -> Iterator[Remark]:
    """Terminals that are never lexed, and those that are and no rule takes."""
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


def taken_terminals(language: Language) -> set[str]:
    """The names of the terminals that some rule takes."""
    tables = language.tables
    symbols = {symbol for rule in tables.rules for _, symbol, _ in rule.edges}
    return {tables.terminals[symbol].name for symbol in symbols if symbol >= 0}


def suspicious_rules(languages: list[Language]) -> Iterator[Remark]:
    """Rules that the start rule does not need in any version, and those that no text has."""
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
    """The rules that derive no text at all, not even the empty one."""
    fruitful: set[int] = set()
    before = -1
    while before != len(fruitful):
        before = len(fruitful)
        fruitful |= {number for number, rule in enumerate(rules) if _reaches_end(rule, fruitful)}
    return [rule for number, rule in enumerate(rules) if number not in fruitful]


def _reaches_end(rule: Automaton, fruitful: set[int]) -> bool:
    met, work = {START}, [START]
    while work:
        state = work.pop()
        for start, symbol, end in rule.edges:
            if start != state or end in met or (symbol < EPSILON and rule_of(symbol) not in fruitful):
                continue
            met.add(end)
            work.append(end)
    return FINAL in met


@cache
def definition_lines(grammar: Path) -> dict[str, int]:
    """The line of each rule and terminal that a grammar file defines."""
    lines = grammar.read_text(encoding="utf-8").split("\n")
    found: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        match = _DEFINITION.match(line)
        if match:
            found.setdefault(match[1], number)
    return found


def line_with(grammar: Path, text: str) -> int | None:
    """The first line of a grammar file with a text in it."""
    lines = grammar.read_text(encoding="utf-8").split("\n")
    return next((number for number, line in enumerate(lines, start=1) if text in line), None)
