"""The core receives a grammar as tables, in which terminals and rules have numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True)
class Terminal:
    """One terminal of a language.

    Attributes:
        name: The terminal's name in the grammar.
        pattern: Its regular expression; None if a layout policy feeds it.
        literal: Its text, if it is a literal without flags; else None.
        priority: The terminal with the highest priority wins among those that match the same text.
        is_string: Whether it is written as a literal, and so wins over expressions of equal priority.
        barred: The bytes before which it does not match.
    """

    name: str
    pattern: str | None
    literal: str | None
    priority: int
    is_string: bool
    barred: tuple[int, ...] = ()


class Edge(NamedTuple):
    """An edge of an automaton.

    Attributes:
        start: The state that the edge leaves.
        symbol: The index of a terminal, -1 for none, or `-2 - index` for the index of a rule.
        end: The state that the edge leads to.
        label: The number of the edge's label in `GrammarTables.labels` plus one; 0 for an edge without one.
    """

    start: int
    symbol: int
    end: int
    label: int = 0


@dataclass(frozen=True)
class Automaton:
    """The automaton of one rule, from state 0 to state 1.

    Attributes:
        name: The rule's name.
        n_states: The number of states.
        edges: The edges.
    """

    name: str
    n_states: int
    edges: list[Edge]


@dataclass(frozen=True)
class GrammarTables:
    """Everything that the core needs of a grammar.

    Attributes:
        terminals: All terminals; the other attributes refer to them by their indices in this list.
        ignored: The indices of the terminals that the lexer drops before the parser.
        rules: The start rule, and then the rules that it needs.
        defined: The names of the rules and terminals that the file defines in any version.
        contexts: The number of contexts.
        labels: For each label, the context that each context becomes; None where the edge does not exist.
    """

    terminals: list[Terminal]
    ignored: list[int]
    rules: list[Automaton]
    defined: frozenset[str]
    contexts: int = 1
    labels: list[list[int | None]] = field(default_factory=list)
