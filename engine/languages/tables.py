"""A grammar as the core needs to know it: terminals and rules, by numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Terminal:
    """One terminal of a language.

    Attributes:
        name: Its name in the grammar.
        pattern: Its regular expression; None if a layout policy feeds it.
        literal: Its text, if it is a literal without flags.
        priority: The higher one wins among terminals that match the same text.
        is_string: It is written as a literal, and so wins over expressions of its priority.
    """

    name: str
    pattern: str | None
    literal: str | None
    priority: int
    is_string: bool


@dataclass(frozen=True)
class Automaton:
    """The automaton of one rule, from state 0 to state 1.

    Attributes:
        name: The rule's name.
        n_states: The number of states.
        edges: (from state, symbol, to state). A symbol is the index of a terminal, or -1 for
            none, or -2 - the index of a rule.
    """

    name: str
    n_states: int
    edges: list[tuple[int, int, int]]


@dataclass(frozen=True)
class GrammarTables:
    """What the core needs to know of a grammar.

    Attributes:
        terminals: All terminals; their places are the indices that the rest refers to.
        ignored: Indices of the terminals that the parser never sees.
        rules: The rules that the start rule needs, itself the first.
        defined: Names of the rules and terminals that the file defines, in whatever version.
    """

    terminals: list[Terminal]
    ignored: list[int]
    rules: list[Automaton]
    defined: frozenset[str]
