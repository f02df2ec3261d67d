"""lark's terminal definitions, as one regular expression each.

lark keeps a terminal as a tree of literals, ranges, groups and repeats. The tree becomes one
expression with every part grouped and every flag folded in, `(?i:...)`, so that it can be
handed to another engine without anything beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark.lexer import Pattern, PatternRE, PatternStr, TerminalDef
from lark.tree import Tree

from quoin.engine.errors import LanguageError
from quoin.engine.languages.dialect import refusal
from quoin.engine.languages.tables import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterable

_META = frozenset(r"\.+*?()|[]{}^$#&-~")
_FLAGS = frozenset("isu")


def as_pattern(tree: Tree[Pattern]) -> Pattern:
    """Render a terminal's tree, whose literals are patterns, as one pattern of lark's.

    A tree that is a single literal stays what it is, so that the same literal in a rule is
    known to be this terminal.
    """
    rendered: dict[int, Pattern] = {}
    for node in tree.iter_subtrees():
        children = [rendered[id(c)] if isinstance(c, Tree) else c for c in node.children]
        rendered[id(node)] = _render(str(node.data), children)
    return rendered[id(tree)]


def _render(kind: str, children: list[Pattern]) -> Pattern:
    if kind in {"value", "pattern"} or (kind in {"expansion", "expansions"} and len(children) == 1):
        return children[0]
    if kind == "expansion":
        return PatternRE("".join(map(_grouped, children)))
    if kind == "expansions":
        return PatternRE("|".join(map(expression, children)))
    if kind == "maybe":
        return PatternRE(_grouped(children[0]) + "?")
    if kind == "expr":
        return PatternRE(_grouped(children[0]) + _repeat(str(children[1]), list(map(str, children[2:]))))
    raise LanguageError(f"a terminal cannot hold {kind!r}: that belongs in a rule")


def _repeat(operator: str, counts: list[str]) -> str:
    if operator != "~":
        return operator
    if int(counts[0]) > int(counts[-1]):
        raise LanguageError(f"the repeat ~{counts[0]}..{counts[-1]} counts down")
    return "{" + ",".join(counts) + "}"


def expression(pattern: Pattern) -> str:
    """The regular expression of a pattern, its flags folded in.

    Raises:
        LanguageError: A flag is none of `i`, `s` and `u`.
    """
    for flag in pattern.flags:
        if flag not in _FLAGS:
            raise LanguageError(f"the flag {flag!r} of {pattern.raw} is not supported, only i and s are")
    text = _escaped(pattern.value) if isinstance(pattern, PatternStr) else pattern.value
    flags = "".join(sorted(set(pattern.flags) - {"u"}))
    return f"(?{flags}:{text})" if flags else text


def _escaped(text: str) -> str:
    return "".join("\\" + character if character in _META else character for character in text)


def _grouped(pattern: Pattern) -> str:
    text = expression(pattern)
    return text if isinstance(pattern, PatternStr) and len(pattern.value) == 1 else f"(?:{text})"


def make_terminals(definitions: Iterable[TerminalDef], declared: Iterable[str]) -> list[Terminal]:
    """Turn lark's terminals into the core's, each expression checked; the declared ones last.

    Raises:
        LanguageError: An expression is not in the common dialect. The message begins with
            the terminal's name.
    """
    terminals = [_make_terminal(definition) for definition in definitions]
    terminals.extend(Terminal(name, None, None, 0, is_string=False) for name in declared)
    return terminals


def _make_terminal(definition: TerminalDef) -> Terminal:
    pattern = definition.pattern
    is_string = isinstance(pattern, PatternStr)
    literal = pattern.value if is_string and not pattern.flags else None
    try:
        text = _checked_expression(pattern)
    except LanguageError as error:
        raise LanguageError(f"terminal {definition.name}: {error.reason}") from error
    return Terminal(definition.name, text, literal, definition.priority, is_string)


def _checked_expression(pattern: Pattern) -> str:
    text = expression(pattern)
    # An escaped literal is in every dialect; not asking saves most of the time spent here.
    reason = None if isinstance(pattern, PatternStr) else refusal(text)
    if reason is not None:
        raise LanguageError(reason)
    return text
