"""lark loads a grammar in its format, and this module turns the grammar into the core's tables.

lark's loader keeps each rule's tree as it is written, before `Lark` itself would expand `*`
and `+` into recursion. This module takes those trees and applies lark's own steps to them: it prepares
literals, names anonymous terminals and applies templates.

These conventions hold in addition to lark's:

- A terminal that is used only inside other terminals is a fragment, and is not lexed.
- A terminal that is used nowhere is kept: it is lexed, and no rule accepts it. If its name begins
  with `_` it is a fragment nevertheless, which some versions of the language need not use.
- A terminal that is written as a literal wins over an expression of equal priority; expressions
  of equal priority are all offered to the parser.
- Priorities, aliases and modifiers of rules affect only lark's trees, and are ignored here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark.exceptions import GrammarError, UnexpectedInput
from lark.grammar import NonTerminal, Symbol
from lark.grammar import Terminal as TerminalSymbol
from lark.lexer import TerminalDef
from lark.load_grammar import (
    ApplyTemplates,
    Grammar,
    GrammarBuilder,
    PrepareAnonTerminals,
    PrepareLiterals,
    ValidateSymbols,
    nr_deepcopy_tree,
)

from quoin.engine.errors import LanguageError
from quoin.engine.languages.automata import build_automaton, stands_for, without_wildcards
from quoin.engine.languages.contexts import NO_CONTEXTS, ContextRules, number_contexts
from quoin.engine.languages.tables import Automaton, GrammarTables
from quoin.engine.languages.terminals import as_pattern, make_terminals
from quoin.engine.languages.versions import defined_names, of_version
from quoin.engine.util.repeats import Written, written_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from lark.tree import Tree

    from quoin.engine.languages.versions import Version

# A regular expression, or a comment or literal, in which none begins; as lark has them.
_LEXEME = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|(?P<expression>/(?!/)(?:\\.|[^/\\\n])*/)')


def load_grammar_file(
    file: Path,
    start: str,
    layout_terminals: Iterable[str],
    version: Version | None = None,
    contexts: ContextRules = NO_CONTEXTS,
    *,
    shared: Iterable[Path] = (),
    elsewhere: Iterable[Path] = (),
    wildcards: Mapping[str, tuple[str, ...]] | None = None,
) -> GrammarTables:
    """Load a grammar.

    Args:
        file: The grammar, in lark's format.
        start: The name of the rule that a whole text matches.
        layout_terminals: The terminals that may be declared without a definition (`%declare`).
        version: The version to load, if the language has versions. Version marks in files that the
            grammar imports are not read.
        contexts: The facts and marks of the language's contexts.
        shared: The grammars whose definitions the file may use, override and extend, in their order.
        elsewhere: The grammars of the languages that this one builds on, whose names its manifest may list.
        wildcards: The declared terminals that stand for any other, with those that each leaves out.

    Raises:
        LanguageError: The file cannot be read, has a bad version mark, is refused by lark, or needs
            something that the core lacks. The error has the line if it is known.
    """
    wholes = [_read(one) for one in (*shared, file)]
    written = Written(wholes[-1], ())
    text = written.text
    try:
        *before, written = [written_out(whole) for whole in wholes]
        wholes = [*(one.text for one in before), written.text]
        texts = [of_version(whole, version) for whole in wholes]
        text = texts[-1]
        loaded = _load(texts, str(file))
        tables = _make_tables(
            loaded,
            start,
            frozenset(layout_terminals),
            contexts,
            wildcards or {},
            has_versions=version is not None,
        )
    except LanguageError as error:
        line = error.line or _line_of_definition(text, error.reason)
        raise LanguageError(error.reason, file, written.line(line)) from error
    except (GrammarError, UnexpectedInput) as error:
        reason, line = _lark_reason(error)
        line = line or _line_of_definition(text, reason)
        raise LanguageError(reason, file, written.line(line)) from error
    return replace(tables, defined=frozenset().union(*map(defined_names, (*wholes, *map(_read, elsewhere)))))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error
    except UnicodeDecodeError as error:
        raise LanguageError("is not UTF-8", file) from error


def _load(texts: Sequence[str], name: str) -> Grammar:
    builder = GrammarBuilder()
    try:
        for text in texts:
            builder.load_grammar(_LEXEME.sub(_with_coded_quotes, text), name)
    except FileNotFoundError as error:
        raise LanguageError(f"%import: no grammar {error.filename}") from error
    return builder.build()


def _with_coded_quotes(lexeme: re.Match[str]) -> str:
    r"""Return a regular expression whose quotes behind backslashes have codes; other lexemes as they are.

    Of `\\"`, a backslash and a quote, lark drops the backslash.
    """
    if not lexeme["expression"]:
        return lexeme[0]
    return re.sub(r'((?:\\\\)+)\\?"', r"\1\\x22", lexeme[0])


def _lark_reason(error: Exception) -> tuple[str, int | None]:
    """Return lark's message without its drawing of the place, and the line that the message names."""
    reason = str(error).strip().partition("\n")[0].rstrip(" :")
    line = re.search(r"\bline (\d+)", reason)
    return reason, int(line[1]) if line else None


def _line_of_definition(text: str, reason: str) -> int | None:
    """Return the line that defines what a message is about: the name after "in", or else its first name."""
    names = re.findall(r"\bin (?:rule |terminal )?(\w+)\)", reason) + re.findall(r"\w+", reason)
    for name in names:
        definition = re.search(
            rf"^(?:%(?:override|extend)[ \t]+)?[?!]*{name}(\{{.*?\}})?(\.-?\d+)?[ \t]*:", text, re.MULTILINE
        )
        if definition:
            return text.count("\n", 0, definition.start()) + 1
    return None


def _make_tables(
    grammar: Grammar,
    start: str,
    layout_terminals: frozenset[str],
    contexts: ContextRules,
    wildcards: Mapping[str, tuple[str, ...]],
    *,
    has_versions: bool,
) -> GrammarTables:
    declared = [name for name, (tree, _) in grammar.term_defs if tree is None]
    for name in declared:
        if name not in layout_terminals and name not in wildcards:
            raise LanguageError(
                f"terminal {name} is declared, but it is neither a wildcard nor what the layout policy feeds"
            )
    definitions = _terminal_definitions(grammar)
    trees = _rule_trees(grammar, definitions)
    if start not in trees:
        raise LanguageError(f"the start rule {start!r} is not defined")
    terminals = make_terminals(definitions, [name for name in declared if name not in wildcards])
    names = [*(terminal.name for terminal in terminals), *wildcards]
    terminal_number = {name: index for index, name in enumerate(names)}
    ignored = sorted({terminal_number[name] for name in grammar.ignore})
    label_of = {name: number for number, name in enumerate(contexts.marks, start=1)}
    meanings = {
        terminal_number[name]: stands_for(without, terminals, ignored, has_versions=has_versions)
        for name, without in wildcards.items()
    }
    automata = [
        without_wildcards(automaton, meanings)
        for automaton in _automata(trees, start, terminal_number, label_of)
    ]
    labels = number_contexts(contexts, automata)
    count = len(labels[0]) if labels else 1
    return GrammarTables(terminals, ignored, automata, frozenset(), count, labels)


def _terminal_definitions(grammar: Grammar) -> list[TerminalDef]:
    fragments = _fragments(grammar)
    return [
        _terminal_definition(name, tree, priority)
        for name, (tree, priority) in grammar.term_defs
        if tree is not None and name not in fragments
    ]


def _terminal_definition(name: str, tree: Tree[Any], priority: int) -> TerminalDef:
    # The tree is copied because lark shares the trees of fragments and transforms them in place.
    literals = PrepareLiterals().transform(nr_deepcopy_tree(tree))
    try:
        return TerminalDef(name, as_pattern(literals), priority)
    except LanguageError as error:
        raise LanguageError(f"terminal {name}: {error.reason}") from error


def _fragments(grammar: Grammar) -> set[str]:
    """Return the terminals that only other terminals use; there, lark has inserted the used one's tree."""
    inside = {
        id(child)
        for _, (tree, _) in grammar.term_defs
        if tree is not None
        for value in tree.find_data("value")
        for child in value.children
    }
    in_rules = {
        symbol.name
        for _, _, tree, _ in grammar.rule_defs
        if tree is not None
        for symbol in tree.scan_values(lambda leaf: isinstance(leaf, TerminalSymbol))
    }
    kept = in_rules.union(grammar.ignore)
    return {
        name
        for name, (tree, _) in grammar.term_defs
        if tree is not None and (id(tree) in inside or name.startswith("_")) and name not in kept
    }


def _rule_trees(grammar: Grammar, definitions: list[TerminalDef]) -> dict[str, Tree[Any]]:
    """Return the trees of all rules with templates applied; add anonymous terminals to `definitions`."""
    # Applying a template appends its instance to this list, so that the loop below prepares it too.
    rule_definitions = list(grammar.rule_defs)
    name_terminals = PrepareAnonTerminals(definitions)
    prepare = PrepareLiterals() * ValidateSymbols() * name_terminals * ApplyTemplates(rule_definitions)
    trees: dict[str, Tree[Any]] = {}
    for name, parameters, tree, _ in rule_definitions:
        if tree is None:
            raise LanguageError(f"rule {name} is declared, but only terminals can be")
        if not parameters:
            trees[str(name)] = prepare.transform(tree)
    return trees


def _automata(
    trees: dict[str, Tree[Any]], start: str, terminal_number: dict[str, int], label_of: dict[str, int]
) -> list[Automaton]:
    """Return the automata of the start rule and of all rules that it needs, in the order of first use."""
    order = [start]
    rule_number = {start: 0}

    def number_of(symbol: Symbol) -> int:
        name = str(symbol.name)
        if not isinstance(symbol, NonTerminal):
            return terminal_number[name]
        if name not in rule_number:
            rule_number[name] = len(order)
            order.append(name)
        return -2 - rule_number[name]

    automata: list[Automaton] = []
    while len(automata) < len(order):
        name = order[len(automata)]
        try:
            automata.append(build_automaton(name, trees[name], number_of, label_of))
        except LanguageError as error:
            raise LanguageError(f"rule {name}: {error.reason}") from error
    return automata
