"""`Sentences` derives random sentences of a grammar, as lists of terminals; `Readings` counts their trees.

The rules are those of the grammar file, not the core's simplified ones.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from quoin.engine.language_check.rules import rule_of
from quoin.engine.languages.automata import EPSILON, FINAL, START

if TYPE_CHECKING:
    import random
    from collections.abc import Collection

    from quoin.engine.language import Language

    Sentence = list[int]
    # The next state for each symbol; a state is a set of states of the nondeterministic automaton.
    _State = dict[int, frozenset[int]]

_NEVER = 1 << 30
# The numbers of nested rules and of terminals from which on the shortest path to the end is taken.
_MAX_DEPTH = 12
_MAX_LENGTH = 40
# The names of terminals that layout policies feed: the line end, and those that change the level of blocks.
_LINE_END = "NEWLINE"
_LEVELS = {"INDENT": 1, "DEDENT": -1}
_INDENTATION = "    "
# The probability with which a path that was not taken yet is preferred.
_NEW = 0.7
# The probability with which a rule that may end continues.
_ON = 0.5


_ANYTHING = " (a] = {1; , @ #"
"""What no lexeme but one that runs to the line's end takes."""


class Sentences:
    """A generator of sentences of a language's rules.

    It uses the terminals of the mode `main` that have a text of their own, and those that a layout policy
    feeds: line ends, and the columns at which lines begin.
    """

    def __init__(self, language: Language) -> None:
        self._gap_after: dict[int, str] = {}
        self.language = language
        self.tables = language.tables
        self.texts = language.core.shortest_texts()
        # The terminals of other modes are lexed where the parser is in such a mode.
        self._main = set(language.modes[0][1]) if language.modes else set(range(len(self.texts)))
        self.fed = {
            number: t.name
            for number, t in enumerate(self.tables.terminals)
            if t.pattern is None and t.name in (_LINE_END, *_LEVELS)
        }
        self.usable = {number for number, text in enumerate(self.texts) if text and number in self._main}
        self.usable |= self.fed.keys()
        self.indentation = language.manifest.indentation or _INDENTATION
        self.ways: list[list[list[tuple[int, int]]]] = []
        for rule in self.tables.rules:
            ways: list[list[tuple[int, int]]] = [[] for _ in range(rule.n_states)]
            for start, symbol, end, _ in rule.edges:
                ways[start].append((symbol, end))
            self.ways.append(ways)
        self.gone: set[tuple[int, int, int, int]] = set()

    @cached_property
    def costs(self) -> list[list[int]]:
        """The least number of terminals up to the rule's end, by rule and state."""
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
        """Return a random sentence of a rule, with a preference for new paths; None if the rule has none."""
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
        """Return all rules in postorder: each after the rules that it uses, except for recursion."""
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
    def gaps(self) -> tuple[str, ...]:
        """Of a blank and a line end those that may stand between any two lexemes."""
        patterns = [self.tables.terminals[number].pattern or "" for number in self.tables.ignored]
        return tuple(gap for gap in (" ", "\n") if any(regex.fullmatch(one, gap) for one in patterns))

    def gap_after(self, number: int) -> str:
        """Return what stands after a lexeme: a line end, if the lexeme takes whatever follows in its line.

        Nothing stands after one that ends with a blank, or leads to a mode in which the gap is not ignored.
        """
        if number not in self._gap_after:
            lexeme = self._lexeme(number)
            patterns = [self.tables.terminals[one].pattern or "" for one in self._main]
            takes_all = any(regex.fullmatch(pattern, lexeme + _ANYTHING) for pattern in patterns)
            gap = self.gaps[-1 if takes_all else 0] if self.gaps else ""
            has_none = lexeme.endswith(" ") or not self._is_ignored_after(number, gap)
            self._gap_after[number] = "" if has_none and not takes_all else gap
        return self._gap_after[number]

    def is_lexed(self, sentence: Sentence) -> bool:
        """Return whether each lexeme of a sentence belongs to a mode to which the one before it leads."""
        return all(
            any(number in lexed for lexed in self._modes_after(before))
            for before, number in pairwise(sentence)
        )

    def _is_ignored_after(self, number: int, gap: str) -> bool:
        patterns = {one: self.tables.terminals[one].pattern or "" for one in self.tables.ignored}
        return all(
            any(one in lexed and regex.match(pattern, gap) for one, pattern in patterns.items())
            for lexed in self._modes_after(number)
        )

    def _modes_after(self, number: int) -> list[Collection[int]]:
        """Return what is lexed in each mode to which a lexeme may lead."""
        language = self.language
        if not language.moves:
            return [range(len(self.texts))]
        to = next((to for behind, to, _ in language.moves if number in behind), [0])
        return [language.modes[mode][1] for mode in to]

    def _lexeme(self, number: int) -> str:
        return (self.texts[number] or b"").decode("utf-8", "replace")

    def text(self, sentence: Sentence) -> str:
        """Return a sentence as a text, with a gap between the lexemes of a line."""
        parts: list[str] = []
        level, gap = 0, ""
        for number in sentence:
            fed = self.fed.get(number)
            if fed is None:
                parts += [gap, self._lexeme(number)]
                gap = self.gap_after(number)
                continue
            level = max(0, level + _LEVELS.get(fed, 0))
            parts += ["\n"] if fed == _LINE_END else []
            gap = self.indentation * level
        return "".join(parts)


class Readings:
    """A counter of the trees of sentences, at most two; each rule in `single` counts as having one tree."""

    def __init__(self, sentences: Sentences, single: set[int]) -> None:
        self.automata = [_deterministic(ways) for ways in sentences.ways]
        self.single = single

    def count(self, rule: int, sentence: Sentence) -> int:
        """Return the number of trees of a sentence, at most 2."""
        return _Count(self, sentence).rule(rule, 0, len(sentence))


class _Count:
    def __init__(self, readings: Readings, sentence: Sentence) -> None:
        self.readings = readings
        self.sentence = sentence
        self.known: dict[tuple[object, ...], int] = defaultdict(int)

    def rule(self, rule: int, start: int, end: int) -> int:
        key = (rule, start, end)
        if key not in self.known:
            # This entry ends a recursion that reads nothing, which would have infinitely many trees.
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
    """Return the automaton of the subset construction; the set of the start state alone is a key too."""
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
