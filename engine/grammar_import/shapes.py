"""Nodes are made simpler without a change of the texts that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.grammar_import.nodes import EMPTY, Choice, Node, Reference, Repeat, Sequence, Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def choice(alternatives: Iterable[Node]) -> Node:
    """One of some alternatives, each of them once; one that is a choice counts as its alternatives."""
    found: dict[Node, None] = {}
    for node in alternatives:
        found.update(dict.fromkeys(node.alternatives if isinstance(node, Choice) else (node,)))
    return next(iter(found)) if len(found) == 1 else Choice(tuple(found))


def sequence(parts: Iterable[Node]) -> Node:
    """Parts one after another, where a part that is a sequence counts as its parts."""
    found: list[Node] = []
    for node in parts:
        found.extend(node.parts if isinstance(node, Sequence) else (node,))
    return found[0] if len(found) == 1 else Sequence(tuple(found))


def repeat(part: Node, least: int) -> Node:
    """A part any number of times; of a repeated part, or one that may be absent, the number is any."""
    if isinstance(part, Choice) and EMPTY in part.alternatives:
        return repeat(choice(one for one in part.alternatives if one != EMPTY), 0)
    if isinstance(part, Repeat):
        return Repeat(part.part, min(part.least, least))
    return EMPTY if part == EMPTY else Repeat(part, least)


def mapped(node: Node, leaf: Callable[[Node], Node | None]) -> Node | None:
    """A node whose leaves are replaced; tokens are leaves too.

    What `leaf` has no node for is left out of choices, and nothing is left of what needs it.
    """
    if isinstance(node, Choice):
        kept = [done for one in node.alternatives if (done := mapped(one, leaf)) is not None]
        return choice(kept) if kept else None
    if isinstance(node, Sequence):
        parts = [mapped(one, leaf) for one in node.parts]
        whole = [part for part in parts if part is not None]
        return sequence(whole) if len(whole) == len(parts) else None
    if isinstance(node, Repeat):
        part = mapped(node.part, leaf)
        if part is None:
            return None if node.least else EMPTY
        return repeat(part, node.least)
    return leaf(node)


def alternatives(node: Node) -> tuple[Node, ...]:
    """The alternatives of a rule."""
    return node.alternatives if isinstance(node, Choice) else (node,)


def edges(node: Node) -> set[str]:
    """The rules with which a text of the node may begin or end."""
    return _edge(node, 1) | _edge(node, -1)


def _edge(node: Node, step: int) -> set[str]:
    if isinstance(node, Reference):
        return {node.name}
    if isinstance(node, Choice):
        return {name for one in node.alternatives for name in _edge(one, step)}
    if isinstance(node, Repeat):
        return _edge(node.part, step)
    found: set[str] = set()
    for part in node.parts[::step] if isinstance(node, Sequence) else ():
        found |= _edge(part, step)
        if not _may_be_empty(part):
            break
    return found


def _may_be_empty(node: Node) -> bool:
    if isinstance(node, Sequence):
        return all(map(_may_be_empty, node.parts))
    if isinstance(node, Choice):
        return any(map(_may_be_empty, node.alternatives))
    return isinstance(node, Repeat) and (node.least == 0 or _may_be_empty(node.part))


def begins_immediately(node: Node) -> bool:
    """Whether nothing that is ignored may stand in front of a text of the node."""
    if isinstance(node, Token):
        return node.is_immediate
    if isinstance(node, Sequence):
        return bool(node.parts) and begins_immediately(node.parts[0])
    if isinstance(node, Choice):
        return any(map(begins_immediately, node.alternatives))
    return isinstance(node, Repeat) and begins_immediately(node.part)
