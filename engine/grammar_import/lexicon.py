"""What of a tree-sitter grammar is one lexeme.

A rule is a terminal if it is one token, and also if it is made of tokens between which nothing may stand:
strings with their escapes, or a number with its unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.grammar_import.nodes import (
    Choice,
    Literal,
    Node,
    Pattern,
    Reference,
    Repeat,
    Sequence,
    Token,
    children,
    references,
    walk,
)
from quoin.engine.grammar_import.patterns import terminal_pattern
from quoin.engine.grammar_import.shapes import begins_immediately, choice, repeat, sequence
from quoin.engine.languages.dialect import refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAX_NODES = 3000
"""The number of nodes of a terminal that is made of several rules; a rule with more stays a rule."""


class Lexicon:
    """The rules that are terminals.

    Attributes:
        terminals: What each of them matches, by its rule's name: literals, patterns, and references to
            other terminals.
        priorities: Their priorities.
    """

    def __init__(self, rules: Mapping[str, Node], extras: tuple[Node, ...]) -> None:
        self._rules = rules
        ignored = {extra.name for extra in extras if isinstance(extra, Reference)}
        self._budget = 0
        self._tokens = {
            name for name, rule in rules.items() if _is_token(rule) or (name in ignored and _is_flat(rule))
        }
        lifted = self._tokens | {name for name, rule in rules.items() if self._stands_together(rule)}
        self.terminals = self._made(lifted)
        self.priorities = {name: priority_of(rules[name]) for name in self.terminals}

    def _made(self, lifted: set[str]) -> dict[str, Node]:
        """Return the terminals that can be made: a rule that needs itself stays a rule."""
        while True:
            made = {
                name: inside
                for name in self._rules
                if name in lifted
                and (inside := self.as_terminal(self._rules[name], lifted, name)) is not None
            }
            kept = {name for name in made if name not in _reached(name, made)}
            if kept == lifted:
                return made
            lifted = kept

    def as_terminal(self, node: Node, lifted: set[str], name: str = "") -> Node | None:
        """Return what a terminal is made of; None if it is recursive, not known or too large.

        Args:
            node: A rule, or a part of one.
            lifted: The rules that are terminals of their own.
            name: The rule's name; empty for a part.
        """
        self._budget = _MAX_NODES
        return self._inside(node, lifted, (name,))

    def _inside(self, node: Node, lifted: set[str], seen: tuple[str, ...]) -> Node | None:
        self._budget -= 1
        if self._budget < 0:
            return None
        if isinstance(node, Reference):
            if node.name in lifted and node.name not in seen:
                return node
            is_known = node.name in self._rules and node.name not in seen
            return self._inside(self._rules[node.name], lifted, (*seen, node.name)) if is_known else None
        parts = [self._inside(one, lifted, seen) for one in children(node)]
        whole = [part for part in parts if part is not None]
        return _with_parts(node, whole) if len(whole) == len(parts) else None

    def _stands_together(self, rule: Node) -> bool:
        """Return whether something immediate stands behind something else in a rule."""
        return any(
            isinstance(node, Sequence | Repeat) and any(map(self._is_immediate, _behind(node)))
            for node in walk(rule)
        )

    def _is_immediate(self, node: Node) -> bool:
        if isinstance(node, Reference):
            return node.name in self._tokens and begins_immediately(self._rules[node.name])
        if isinstance(node, Repeat):
            return self._is_immediate(node.part)
        if isinstance(node, Choice):
            return any(map(self._is_immediate, node.alternatives))
        if isinstance(node, Sequence):
            return bool(node.parts) and self._is_immediate(node.parts[0])
        return begins_immediately(node)


def _behind(node: Sequence | Repeat) -> tuple[Node, ...]:
    return node.parts[1:] if isinstance(node, Sequence) else (node.part,)


def _with_parts(node: Node, parts: list[Node]) -> Node:
    """Return a node with other parts; a token is what it is made of."""
    if isinstance(node, Choice):
        return choice(parts)
    if isinstance(node, Repeat):
        return repeat(parts[0], node.least)
    return sequence(parts) if isinstance(node, Sequence | Token) else node


def _reached(name: str, made: Mapping[str, Node]) -> set[str]:
    """Return the terminals that a terminal is made of."""
    found: set[str] = set()
    work = [name]
    while work:
        for other in references(made[work.pop()]):
            if other not in found and other in made:
                found.add(other)
                work.append(other)
    return found


def _is_token(rule: Node) -> bool:
    """Return whether a rule is one token; a choice of words is better read as a rule of literals."""
    if isinstance(rule, Token) and not rule.is_immediate and not rule.priority:
        options = rule.part.alternatives if isinstance(rule.part, Choice) else (rule.part,)
        return not all(isinstance(option, Literal) for option in options)
    return isinstance(rule, Pattern | Token)


def _is_flat(rule: Node) -> bool:
    return not any(isinstance(part, Reference) for part in walk(rule))


def keyword_of(node: Node) -> str:
    """Return the word that an expression matches in capitals and small letters alike; empty if it is none."""
    inside = node.part if isinstance(node, Token) else node
    if not isinstance(inside, Pattern) or "i" not in inside.flags:
        return ""
    return inside.source if re.fullmatch(r"[A-Za-z_]+", inside.source) else ""


def priority_of(node: Node) -> int:
    """Return the priority of a lexeme: a keyword has one over names, as a literal has it by itself."""
    own = node.priority if isinstance(node, Token) else 0
    return max(own, 1) if keyword_of(node) else own


def refused_expression(node: Node) -> str | None:
    """Return why no terminal can have one of the expressions in a node; None if all can be had."""
    for part in walk(node):
        if isinstance(part, Pattern):
            expression = terminal_pattern(part.source).strip("/").replace("\\/", "/")
            # A part of a terminal may match the empty text; the terminal may not.
            why = refusal(f"x(?:{expression})")
            if why:
                return why
    return None
