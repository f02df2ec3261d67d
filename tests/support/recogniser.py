"""A recogniser of texts and of sets of texts, by the sets of ends of every rule.

The input is a graph whose edges bear sets of terminals: a text is a line of them, and "this text
with anything in between" is a line with a loop. So it decides both questions that the engine
answers, exactly, without quotient, charts or origins (after Johnstone and Scott, "Generalised
recursive descent parsing and follow-determinism", 1998, and Bar-Hillel et al. 1961 for the graph).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.engine.languages.automata import EPSILON, FINAL, START

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quoin import Language

# A rule's number and the node at which it begins.
Call = tuple[int, int]
# A call, a state of its automaton, and the node reached.
Item = tuple[Call, int, int]


@dataclass
class Graph:
    """Nodes 0 to `n_nodes - 1`, and per node its edges: a set of terminals and where they lead."""

    n_nodes: int = 1
    edges: dict[int, list[tuple[frozenset[int], int]]] = field(default_factory=dict)

    def add(self, terminals: frozenset[int], start: int | None = None, end: int | None = None) -> int:
        """Add an edge, by default from the last node to a new one; gives the node that it leads to."""
        start = self.n_nodes - 1 if start is None else start
        if end is None:
            end = self.n_nodes
            self.n_nodes += 1
        self.edges.setdefault(start, []).append((terminals, end))
        return end


def line(lexemes: Iterable[frozenset[int]]) -> Graph:
    """The graph of one text."""
    graph = Graph()
    for lexeme in lexemes:
        graph.add(lexeme)
    return graph


class Recogniser:
    """A grammar's rules, as they are before the core sees them, with a copy of each rule for each context."""

    def __init__(self, language: Language) -> None:
        self.tables = language.tables
        count = self.tables.contexts
        same: list[int | None] = list(range(count))
        labels = [same, *self.tables.labels]
        self.out: list[dict[int, list[tuple[int, int]]]] = []
        for rule in self.tables.rules:
            for context in range(count):
                out: dict[int, list[tuple[int, int]]] = {}
                for start, symbol, end, label in rule.edges:
                    inside = labels[label][context]
                    if inside is not None:
                        copy = -2 - ((-2 - symbol) * count + inside) if symbol < EPSILON else symbol
                        out.setdefault(start, []).append((copy, end))
                self.out.append(out)

    def recognises(self, graph: Graph) -> bool:
        """Whether some way from the first node to the last is a text of the start rule."""
        return graph.n_nodes - 1 in _Search(self.out, graph).ends((0, 0))


class _Search:
    def __init__(self, out: list[dict[int, list[tuple[int, int]]]], graph: Graph) -> None:
        self.out = out
        self.graph = graph
        self.seen: set[Item] = set()
        self.work: list[Item] = []
        self.returns: dict[Call, set[int]] = {}
        self.callers: dict[Call, list[tuple[Call, int]]] = {}

    def ends(self, root: Call) -> set[int]:
        self.push(root, START, root[1])
        while self.work:
            call, state, node = self.work.pop()
            if state == FINAL:
                self.finish(call, node)
            for symbol, target in self.out[call[0]].get(state, ()):
                self.follow(call, symbol, target, node)
        return self.returns.get(root, set())

    def push(self, call: Call, state: int, node: int) -> None:
        if (call, state, node) not in self.seen:
            self.seen.add((call, state, node))
            self.work.append((call, state, node))

    def follow(self, call: Call, symbol: int, target: int, node: int) -> None:
        if symbol == EPSILON:
            self.push(call, target, node)
        elif symbol >= 0:
            for terminals, end in self.graph.edges.get(node, ()):
                if symbol in terminals:
                    self.push(call, target, end)
        else:
            callee = (-2 - symbol, node)
            self.callers.setdefault(callee, []).append((call, target))
            self.push(callee, START, node)
            for end in list(self.returns.get(callee, ())):
                self.push(call, target, end)

    def finish(self, call: Call, node: int) -> None:
        ends = self.returns.setdefault(call, set())
        if node not in ends:
            ends.add(node)
            for caller, target in list(self.callers.get(call, ())):
                self.push(caller, target, node)
