"""Each of lark's terminal definitions becomes one regular expression.

lark keeps a terminal as a tree of literals, ranges, groups and repeats. The tree becomes one
expression in which every part is grouped and contains its flags, `(?i:...)`, so that another engine
needs the expression alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark.lexer import Pattern, PatternRE, PatternStr, TerminalDef
from lark.tree import Tree

from quoin.engine.errors import LanguageError
from quoin.engine.languages.dialect import refusal, without_lookahead
from quoin.engine.languages.tables import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterable

_META = frozenset(r"\.+*?()|[]{}^$#&-~")
_FLAGS = frozenset("isu")


def as_pattern(tree: Tree[Pattern]) -> Pattern:
    """Render a terminal's tree, whose literals are patterns, as one pattern of lark's.

    A tree of a single literal remains a literal, so that an equal literal in a rule is recognised as
    this terminal.
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
    """Return the regular expression of a pattern, with its flags as a group: `(?i:...)`.

    Raises:
        LanguageError: A flag is not `i`, `s` or `u`.
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
    """Turn lark's terminals into the core's, and check each expression; the declared terminals are last.

    Raises:
        LanguageError: An expression is not in the common dialect. The message names the terminal.
    """
    terminals = [_make_terminal(definition) for definition in definitions]
    terminals.extend(Terminal(name, None, None, 0, is_string=False) for name in declared)
    return terminals


def _make_terminal(definition: TerminalDef) -> Terminal:
    pattern = definition.pattern
    is_string = isinstance(pattern, PatternStr)
    literal = pattern.value if is_string and not pattern.flags else None
    try:
        text, barred = _checked_expression(pattern)
    except LanguageError as error:
        raise LanguageError(f"terminal {definition.name}: {error.reason}") from error
    return Terminal(definition.name, text, literal, definition.priority, is_string, barred)


def _checked_expression(pattern: Pattern) -> tuple[str, tuple[int, ...]]:
    text = expression(pattern)
    # An escaped literal is in every dialect, and skipping its check saves most of the time spent here.
    if isinstance(pattern, PatternStr):
        return text, ()
    text, barred = without_lookahead(text)
    reason = refusal(text)
    if reason is not None:
        raise LanguageError(reason)
    return text, barred
