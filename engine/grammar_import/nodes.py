"""The parts of a tree-sitter grammar that matter to a recogniser.

`read_node` turns the JSON of a rule into these nodes. Fields, aliases and precedences between rules are
left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Literal:
    """A text that stands for itself."""

    text: str


@dataclass(frozen=True)
class Pattern:
    """A regular expression in the dialect of JavaScript, with its flags."""

    source: str
    flags: str = ""


@dataclass(frozen=True)
class Reference:
    """A rule, or something that an external scanner finds, by its name."""

    name: str


@dataclass(frozen=True)
class Sequence:
    """Parts one after another; without parts, the empty text."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    """One of some alternatives."""

    alternatives: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """A part any number of times, at least `least` (0 or 1) times."""

    part: Node
    least: int


@dataclass(frozen=True)
class Token:
    """Something that is one lexeme.

    Attributes:
        part: What the lexeme is made of.
        is_immediate: Whether nothing that is ignored may stand in front of it.
        priority: Its priority among lexemes of the same text.
    """

    part: Node
    is_immediate: bool
    priority: int = 0


Node = Literal | Pattern | Reference | Sequence | Choice | Repeat | Token

EMPTY = Sequence(())

_WRAPPERS = frozenset(("ALIAS", "FIELD", "PREC", "PREC_LEFT", "PREC_RIGHT", "PREC_DYNAMIC", "RESERVED"))


def read_node(data: Any) -> Node:  # noqa: ANN401 - this is what makes JSON into types
    """Read a rule, or a part of one.

    Raises:
        LanguageError: The data are no rule of tree-sitter's `grammar.json`.
    """
    try:
        return _read(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise LanguageError(f"no rule of tree-sitter: {str(data)[:80]}") from error


def _read(data: dict[str, Any]) -> Node:
    kind = str(data["type"])
    if kind in _READERS:
        return _READERS[kind](data)
    if kind in _WRAPPERS:
        return _read(data["content"])
    raise LanguageError(f"a rule of an unknown type {kind!r}")


def _optional(data: dict[str, Any]) -> Node:
    return Choice((_read(data["content"]), EMPTY))


def _token(data: dict[str, Any]) -> Node:
    content, priority = data["content"], 0
    while content["type"] in _WRAPPERS:
        if content["type"].startswith("PREC") and isinstance(content["value"], int):
            priority = priority or content["value"]
        content = content["content"]
    return Token(_read(content), data["type"] == "IMMEDIATE_TOKEN", priority)


_READERS = {
    "BLANK": lambda _: EMPTY,
    "STRING": lambda data: Literal(str(data["value"])) if data["value"] else EMPTY,
    "PATTERN": lambda data: Pattern(str(data["value"]), str(data.get("flags") or "")),
    "SYMBOL": lambda data: Reference(str(data["name"])),
    "SEQ": lambda data: Sequence(tuple(map(_read, data["members"]))),
    "CHOICE": lambda data: Choice(tuple(map(_read, data["members"]))),
    "OPTIONAL": _optional,
    "REPEAT": lambda data: Repeat(_read(data["content"]), 0),
    "REPEAT1": lambda data: Repeat(_read(data["content"]), 1),
    "TOKEN": _token,
    "IMMEDIATE_TOKEN": _token,
}


def children(node: Node) -> tuple[Node, ...]:
    """The direct parts of a node."""
    if isinstance(node, Sequence):
        return node.parts
    if isinstance(node, Choice):
        return node.alternatives
    return (node.part,) if isinstance(node, Repeat | Token) else ()


def walk(node: Node) -> Iterator[Node]:
    """The node and everything in it."""
    work = [node]
    while work:
        node = work.pop()
        yield node
        work.extend(reversed(children(node)))


def references(node: Node) -> Iterator[str]:
    """The names that a node refers to."""
    return (part.name for part in walk(node) if isinstance(part, Reference))
