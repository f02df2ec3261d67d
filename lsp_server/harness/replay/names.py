"""Python names that a part of a file reads and the file binds nowhere."""

from __future__ import annotations

import ast
import builtins
import warnings
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

_BUILTINS = frozenset(dir(builtins)) | {
    "__file__",
    "__name__",
    "__doc__",
    "__path__",
    "__package__",
    "__spec__",
    "__loader__",
    "__class__",
    "__module__",
    "__qualname__",
    "__annotations__",
    "__builtins__",
    "reveal_type",
}


def undefined(text: str, start: int, end: int) -> set[str]:
    """Return the names that are read between two offsets of a file and bound nowhere in it.

    Bindings in any scope count. A file that does not parse has no such names, nor has one with `import *`,
    which may bind any name.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    nodes = list(ast.walk(tree))
    if any(isinstance(node, ast.alias) and node.name == "*" for node in nodes):
        return set()
    bound = {name for node in nodes for name in _bound(node)} | _BUILTINS
    lines = split_lines(text)
    begins, ends = _place(text[:start]), _place(text[:end])
    return {
        node.id
        for node in nodes
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node.id not in bound
        and begins <= (node.lineno - 1, _characters(lines, node)) < ends
    }


def _place(text: str) -> tuple[int, int]:
    lines = split_lines(text)
    return len(lines) - 1, len(lines[-1])


def _characters(lines: list[str], node: ast.Name) -> int:
    """Return the column of a name's last character, in characters; its first may lie before the cursor."""
    line = lines[node.lineno - 1].encode() if node.lineno <= len(lines) else b""
    return len(line[: node.end_col_offset].decode(errors="replace")) - 1


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, ast.MatchMapping):
        yield from filter(None, [node.rest])
    else:
        name = getattr(node, "name", None)
        if isinstance(name, str):
            yield name
