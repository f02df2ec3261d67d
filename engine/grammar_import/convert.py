"""A tree-sitter grammar, with what is written by hand beside it, becomes one text in Lark's format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.grammar_import.lark_text import Writer
from quoin.engine.grammar_import.lexicon import Lexicon, keyword_of, priority_of, refused_expression
from quoin.engine.grammar_import.names import Names
from quoin.engine.grammar_import.nodes import Literal, Node, Pattern, Reference, Repeat, Token, references
from quoin.engine.grammar_import.report import Report
from quoin.engine.grammar_import.shapes import alternatives
from quoin.engine.grammar_import.syntax import kept_rules, reached, takes_blanks, with_direct_recursion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quoin.engine.grammar_import.overrides import Overrides
    from quoin.engine.grammar_import.source import Source

BLANKS = "BLANKS"
"""The terminal for an expression of what may stand between lexemes; a package has one, as a rule."""

_BY_HAND = "// What follows is written by hand: see overrides.lark."


class Conversion:
    """One grammar on its way.

    Attributes:
        report: What could not be taken.
        start: The name of the rule that a whole file matches.
        terminals: The names of the terminals that are written, without those written by hand.
    """

    def __init__(self, source: Source, overrides: Overrides) -> None:
        self.report = Report()
        self.terminals: list[str] = []
        self._source = source
        self._overrides = overrides
        outside = {name for rule in source.rules.values() for name in references(rule)} | source.externals
        names = [*source.rules, *sorted(outside - source.rules.keys())]
        self._names = Names(names)
        self._by_hand = {
            name for name in names if {self._names.rule(name), self._names.terminal(name)} & overrides.defined
        }
        self._lexicon = Lexicon(source.rules, source.extras)
        # A terminal with an expression that none can have stays a rule, and is left out as one.
        self._lexical = {
            name
            for name, made in self._lexicon.terminals.items()
            if name not in self._by_hand and refused_expression(made) is None
        }
        self._new: dict[Node, str] = {}
        self._rule = self._first = next(iter(source.rules))
        self.start = self._names.rule(self._first)

    def text(self) -> str:
        """Return the grammar: rules, terminals, what is ignored, and what is written by hand.

        Raises:
            LanguageError: Nothing is left of the grammar.
        """
        kept = kept_rules(self._source, self._lexical, self._by_hand, self.report)
        self.report.replaced = self._by_hand & self._source.externals
        rules = with_direct_recursion(kept)
        used = {name for name in rules if self._names.rule(name) in self._overrides.used}
        order = reached(self._first, rules, used)
        writer = Writer(self._named)
        lines = [self._rule_text(writer, name, rules[name]) for name in order]
        needed = {name for rule in order for name in references(rules[rule])}
        ignored = [] if self._overrides.has_ignored else self._ignored(needed)
        parts = ["\n".join(lines), "\n".join(self._terminal_texts(needed)), "\n".join(ignored)]
        if self._overrides.text:
            parts.append(f"{_BY_HAND}\n\n{self._overrides.text.strip()}")
        return "\n\n".join(part for part in parts if part) + "\n"

    def _rule_text(self, writer: Writer, name: str, rule: Node) -> str:
        self._rule = name
        if takes_blanks(rule):
            self.report.blanks.add(self._names.rule(name))
        return writer.definition(self._names.rule(name), rule)

    def _named(self, node: Node) -> str | None:
        """Return what a part of a rule is called; None if it has no name."""
        if isinstance(node, Reference):
            return self._reference(node)
        if isinstance(node, Literal):
            return self._overrides.terminal_of.get(node.text)
        is_literal = isinstance(node, Token) and all(
            isinstance(one, Literal) for one in alternatives(node.part)
        )
        if not isinstance(node, Pattern | Token) or is_literal:
            return None
        if node not in self._new:
            self._new[node] = self._names.new_terminal(self._rule, keyword_of(node))
        return self._new[node]

    def _reference(self, node: Node) -> str | None:
        if not isinstance(node, Reference):
            return None
        rule, terminal = self._names.rule(node.name), self._names.terminal(node.name)
        is_terminal = node.name in self._lexical or {rule, terminal} & self._overrides.defined == {terminal}
        return terminal if is_terminal else rule

    def _ignored(self, needed: set[str]) -> list[str]:
        """Return what may stand between lexemes, and add the terminals of it to what is needed."""
        found = []
        self._rule = self._first
        for extra in self._source.extras:
            if not isinstance(extra, Reference):
                name = self._named(extra) if BLANKS in self._new.values() else BLANKS
                self._new[extra] = str(name)
            elif extra.name in self._lexical | self._by_hand:
                needed.add(extra.name)
                name = self._reference(extra)
            else:
                self.report.refused[self._names.rule(extra.name)] = "what is ignored must be one lexeme"
                continue
            found.append(f"%ignore {name}")
        return found

    def _terminal_texts(self, needed: Iterable[str]) -> list[str]:
        """Return the terminals that the rules need, and those that they are made of, by name."""
        used = {name for name in self._lexical if self._names.terminal(name) in self._overrides.used}
        lexed = (set(needed) | used) & self._lexical
        writer = Writer(self._reference)
        work, lines = list(lexed), {}
        for node, name in self._new.items():
            made = self._lexicon.as_terminal(node, self._lexical)
            if made is None:
                self.report.refused[name] = "it needs what is no lexeme"
                continue
            work += references(made)
            made = Repeat(made, 1) if name == BLANKS else made
            lines[name] = writer.definition(name, made, priority_of(node))
        while work:
            one = work.pop()
            name = self._names.terminal(one)
            if name in lines or one not in self._lexical:
                continue
            made = self._lexicon.terminals[one]
            work += references(made)
            lines[name] = writer.definition(name, made, self._lexicon.priorities[one] if one in lexed else 0)
        self.terminals = sorted(name for name in lines)
        return [lines[name] for name in self.terminals]
