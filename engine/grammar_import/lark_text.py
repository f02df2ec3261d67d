"""Nodes as text in Lark's format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from quoin.engine.grammar_import.nodes import (
    EMPTY,
    Choice,
    Literal,
    Node,
    Pattern,
    Repeat,
    Sequence,
    Token,
)
from quoin.engine.grammar_import.patterns import terminal_pattern
from quoin.engine.grammar_import.shapes import alternatives

if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTH = 110
"""The longest line, in characters; the alternatives of a longer rule stand in lines of their own."""

_CHOICE, _SEQUENCE, _ATOM = range(3)


class Writer:
    """Writes nodes; `named` gives the text of what has a name, or None if a node has none."""

    def __init__(self, named: Callable[[Node], str | None]) -> None:
        self._named = named

    def definition(self, name: str, node: Node, priority: int = 0) -> str:
        """Return the definition of a rule or a terminal, with a line for each alternative if it is long."""
        head = f"{name}.{priority}" if priority else name
        line = f"{head}: {self.text(node)}"
        if len(line) <= _WIDTH:
            return line
        options = [self.text(one, _SEQUENCE) for one in alternatives(node)]
        return f"{head}: " + "\n    | ".join(options)

    def text(self, node: Node, level: int = _CHOICE) -> str:
        """Return a node's text, in brackets if it binds less than the level."""
        name = self._named(node)
        if name is not None:
            return name
        if isinstance(node, Literal | Pattern):
            return (
                literal(node.text) if isinstance(node, Literal) else terminal_pattern(node.source, node.flags)
            )
        if isinstance(node, Repeat):
            return self.text(node.part, _ATOM) + ("+" if node.least else "*")
        if isinstance(node, Token):
            return self.text(node.part, level)
        return self._choice(node, level) if isinstance(node, Choice) else self._sequence(node, level)

    def _sequence(self, node: Node, level: int) -> str:
        parts = node.parts if isinstance(node, Sequence) else ()
        text = " ".join(self.text(part, _ATOM) for part in parts)
        return f"({text})" if level > _SEQUENCE else text

    def _choice(self, node: Choice, level: int) -> str:
        options = [one for one in node.alternatives if one != EMPTY]
        if len(options) < len(node.alternatives):
            whole = options[0] if len(options) == 1 else Choice(tuple(options))
            if isinstance(whole, Repeat):
                return self.text(Repeat(whole.part, 0), level)
            return self.text(whole, _ATOM) + "?"
        text = " | ".join(self.text(one, _SEQUENCE) for one in options)
        return f"({text})" if level > _CHOICE else text


def literal(text: str) -> str:
    """Return a text as a literal."""
    return json.dumps(text, ensure_ascii=False)
