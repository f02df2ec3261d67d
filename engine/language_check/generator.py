"""Sentences of a grammar, as lists of terminals: made at random, and counted how often they can be read.

The rules are taken as the grammar file has them, not as the core simplifies them.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

import regex

from quoin.engine.language_check.rules import rule_of
from quoin.engine.languages.automata import EPSILON, FINAL, START

if TYPE_CHECKING:
    import random

    from quoin.engine.language import Language

    Sentence = list[int]
    # By symbol the next state.
    _State = dict[int, frozenset[int]]

_NEVER = 1 << 30
# Rules within rules, and terminals, from which on the shortest way to the end is taken.
_MAX_DEPTH = 12
_MAX_LENGTH = 40
# The terminals that layout policies feed, and which of them change the level of blocks.
_LINE_END = "NEWLINE"
_LEVELS = {"INDENT": 1, "DEDENT": -1}
_INDENTATION = "    "
# How often a way that was not gone yet is preferred.
_NEW = 0.7
# How often a rule that may end goes on.
_ON = 0.5


class Sentences:
    """Makes sentences of a language's rules, of the terminals that have a text of their own in plain code.

    Of those that a layout policy feeds, too: they are line ends, and the columns at which lines begin.
    """

    def __init__(self, language: Language) -> None:
        self.tables = language.tables
        self.texts = language.core.shortest_texts()
        main = set(language.modes[0][1]) if language.modes else set(range(len(self.texts)))
        self.fed = {number: t.name for number, t in enumerate(self.tables.terminals) if t.pattern is None}
        self.usable = {number for number, text in enumerate(self.texts) if text and number in main}
        self.usable |= self.fed.keys()
        self.indentation = language.manifest.indentation or _INDENTATION
        self.ways: list[list[list[tuple[int, int]]]] = []
        for rule in self.tables.rules:
            ways: list[list[tuple[int, int]]] = [[] for _ in range(rule.n_states)]
            for start, symbol, end in rule.edges:
                ways[start].append((symbol, end))
            self.ways.append(ways)
        self.gone: set[tuple[int, int, int, int]] = set()

    @cached_property
    def costs(self) -> list[list[int]]:
        """By rule and state, the least number of terminals to the rule's end."""
        costs = [[_NEVER] * len(ways) for ways in self.ways]
        for states in costs:
            states[FINAL] = 0
        changed = True
        while changed:
            changed = False
            for rule, ways in enumerate(self.ways):
                for state, edges in enumerate(ways):
                    least = min((self._cost(costs, rule, edge) for edge in edges), default=_NEVER)
                    if least < costs[rule][state]:
                        costs[rule][state], changed = least, True
        return costs

    def _cost(self, costs: list[list[int]], rule: int, edge: tuple[int, int]) -> int:
        symbol, end = edge
        if symbol >= 0:
            own = 1 if symbol in self.usable else _NEVER
        else:
            own = 0 if symbol == EPSILON else costs[rule_of(symbol)][START]
        return min(_NEVER, own + costs[rule][end])

    def sentence(self, rule: int, rng: random.Random, most: int = _MAX_LENGTH) -> Sentence | None:
        """A sentence of a rule, if it has any; ways that were not gone before come first."""
        if self.costs[rule][START] >= _NEVER:
            return None
        sentence: Sentence = []
        stack = [(rule, START)]
        while stack:
            rule, state = stack.pop()
            if state == FINAL and not (self.ways[rule][FINAL] and rng.random() < _ON):
                continue
            is_short = len(stack) < _MAX_DEPTH and len(sentence) < most
            symbol, end = self._way(rule, state, rng, is_short=is_short)
            stack.append((rule, end))
            if symbol >= 0:
                sentence.append(symbol)
            elif symbol != EPSILON:
                stack.append((rule_of(symbol), START))
        return sentence

    def _way(self, rule: int, state: int, rng: random.Random, *, is_short: bool) -> tuple[int, int]:
        costs = self.costs
        ways = [edge for edge in self.ways[rule][state] if self._cost(costs, rule, edge) < _NEVER]
        if not is_short:
            return min(ways, key=lambda edge: self._cost(costs, rule, edge))
        new = [edge for edge in ways if (rule, state, *edge) not in self.gone]
        way = rng.choice(new if new and rng.random() < _NEW else ways)
        self.gone.add((rule, state, *way))
        return way

    def inner_first(self) -> list[int]:
        """All rules, those that a rule uses before it, as far as they do not use each other."""
        order: list[int] = []
        met = {0}
        stack = [(0, self._used(0))]
        while stack:
            rule, used = stack[-1]
            inner = next((one for one in used if one not in met), None)
            if inner is None:
                order.append(rule)
                stack.pop()
            else:
                met.add(inner)
                stack.append((inner, self._used(inner)))
        return order

    def _used(self, rule: int) -> list[int]:
        symbols = {symbol for edges in self.ways[rule] for symbol, _ in edges}
        return sorted(rule_of(symbol) for symbol in symbols if symbol < EPSILON)

    @cached_property
    def gap(self) -> str | None:
        """What may stand between any two lexemes; None if nothing may."""
        patterns = [self.tables.terminals[number].pattern for number in self.tables.ignored]
        found = [gap for gap in (" ", "\n") for pattern in patterns if regex.fullmatch(pattern or "", gap)]
        return found[0] if found else None

    def text(self, sentence: Sentence) -> str:
        """A sentence as a text, with a gap between all lexemes of a line."""
        parts: list[str] = []
        level, gap = 0, ""
        for number in sentence:
            fed = self.fed.get(number)
            if fed is None:
                parts += [gap, (self.texts[number] or b"").decode("utf-8", "replace")]
                gap = self.gap or ""
                continue
            level = max(0, level + _LEVELS.get(fed, 0))
            parts += ["\n"] if fed == _LINE_END else []
            gap = self.indentation * level
        return "".join(parts)


class Readings:
    """How many trees a sentence has, two being as good as many; rules in `single` count as one."""

    def __init__(self, sentences: Sentences, single: set[int]) -> None:
        self.automata = [_deterministic(ways) for ways in sentences.ways]
        self.single = single

    def count(self, rule: int, sentence: Sentence) -> int:
        """The number of trees, at most 2."""
        return _Count(self, sentence).rule(rule, 0, len(sentence))


class _Count:
    def __init__(self, readings: Readings, sentence: Sentence) -> None:
        self.readings = readings
        self.sentence = sentence
        self.known: dict[tuple[object, ...], int] = defaultdict(int)

    def rule(self, rule: int, start: int, end: int) -> int:
        key = (rule, start, end)
        if key not in self.known:
            # What comes back to itself over nothing is counted once.
            self.known[key] = 0
            found = self.rest(rule, frozenset([START]), start, end)
            self.known[key] = min(found, 1 if rule in self.readings.single else 2)
        return self.known[key]

    def rest(self, rule: int, state: frozenset[int], start: int, end: int) -> int:
        key = (rule, state, start, end)
        if key in self.known:
            return self.known[key]
        self.known[key] = 0
        finals, moves = self.readings.automata[rule][state]
        found = int(finals and start == end)
        for symbol, target in moves.items():
            if symbol >= 0:
                if start < end and self.sentence[start] == symbol:
                    found += self.rest(rule, target, start + 1, end)
                continue
            for middle in range(start, end + 1):
                own = self.rule(rule_of(symbol), start, middle)
                if own:
                    found += own * self.rest(rule, target, middle, end)
        self.known[key] = min(found, 2)
        return self.known[key]


_Deterministic = dict[frozenset[int], tuple[bool, "_State"]]


def _deterministic(ways: list[list[tuple[int, int]]]) -> _Deterministic:
    """The subset construction. The start's subset is also known by the start alone."""
    start = _closed(ways, {START})
    found: _Deterministic = {}
    work = [start]
    while work:
        subset = work.pop()
        if subset in found:
            continue
        targets: dict[int, set[int]] = defaultdict(set)
        for state in subset:
            for symbol, end in ways[state]:
                if symbol != EPSILON:
                    targets[symbol].add(end)
        moves = {symbol: _closed(ways, ends) for symbol, ends in targets.items()}
        found[subset] = (FINAL in subset, moves)
        work.extend(moves.values())
    found[frozenset([START])] = found[start]
    return found


def _closed(ways: list[list[tuple[int, int]]], states: set[int]) -> frozenset[int]:
    met, work = set(states), list(states)
    while work:
        for symbol, end in ways[work.pop()]:
            if symbol == EPSILON and end not in met:
                met.add(end)
                work.append(end)
    return frozenset(met)
