"""The rules of a tree-sitter grammar that are no lexemes, as they are written.

Alternatives that need what only the package's scanner finds are left out. Where an alternative of a rule is
a rule that begins or ends with the first one, as the binary expressions among the expressions do, its
alternatives stand in its place: then the recursion is direct, and the engine reads it as a loop in place of
following every precedence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.grammar_import.lexicon import refused_expression
from quoin.engine.grammar_import.nodes import Node, Reference, Token, references, walk
from quoin.engine.grammar_import.shapes import alternatives, begins_immediately, choice, edges, mapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.grammar_import.report import Report
    from quoin.engine.grammar_import.source import Source


def kept_rules(source: Source, terminals: set[str], by_hand: set[str], report: Report) -> dict[str, Node]:
    """Return the rules that have a text, and note in the report what was left out.

    Args:
        source: The package's grammar.
        terminals: The rules that are terminals.
        by_hand: What overrides define, by tree-sitter's names.
        report: What is noted.

    Raises:
        LanguageError: Nothing is left of the grammar.
    """
    rules = {name: rule for name, rule in source.rules.items() if name not in terminals | by_hand}
    known = terminals | by_hand

    def leaf_of(name: str) -> Callable[[Node], Node | None]:
        def leaf(node: Node) -> Node | None:
            if not isinstance(node, Reference):
                return None if (why := refused_expression(node)) and note(name, why) else node
            if node.name in known or node.name in rules:
                return node
            if node.name not in source.rules:
                report.externals.setdefault(node.name, set()).add(name)
            return None

        return leaf

    def note(name: str, why: str) -> bool:
        report.refused[name] = why
        return True

    while True:
        left = {name: mapped(rule, leaf_of(name)) for name, rule in rules.items()}
        rules = {name: rule for name, rule in left.items() if rule is not None}
        dropped = left.keys() - rules.keys()
        report.dropped |= dropped
        if not dropped:
            break
    start = next(iter(source.rules))
    if start not in rules and start not in known:
        raise LanguageError(
            f"nothing is left of the rule {start!r} without: {', '.join(sorted(report.externals))}"
        )
    return rules


def with_direct_recursion(rules: dict[str, Node]) -> dict[str, Node]:
    """Return the rules in which recursion through an alternative is direct."""
    return {name: _direct(name, rules) for name in rules}


def _direct(name: str, rules: dict[str, Node]) -> Node:
    seen = {name}

    def leads_back(other: str, passed: frozenset[str]) -> bool:
        """Return whether a rule begins or ends with the first one, or has an alternative that does."""
        if other in passed or other not in rules:
            return False
        units = (one.name for one in alternatives(rules[other]) if isinstance(one, Reference))
        return name in edges(rules[other]) or any(leads_back(unit, passed | {other}) for unit in units)

    def expanded(node: Node) -> list[Node]:
        if not isinstance(node, Reference) or node.name in seen or not leads_back(node.name, frozenset()):
            return [node]
        seen.add(node.name)
        return [one for part in alternatives(rules[node.name]) for one in expanded(part)]

    return choice(one for part in alternatives(rules[name]) for one in expanded(part))


def reached(start: str, rules: dict[str, Node], also: set[str]) -> list[str]:
    """Return the rules that are needed, in the order of their first use; `also` names some that are."""
    order, work = [], [*sorted(also), start]
    seen: set[str] = set()
    while work:
        name = work.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in rules:
            order.append(name)
            work.extend(reversed(list(references(rules[name]))))
    return order


def takes_blanks(rule: Node) -> bool:
    """Return whether tree-sitter takes no blank in front of a token in a rule; the engine takes one."""
    return any(isinstance(part, Token) and begins_immediately(part) for part in walk(rule))
