"""Runs in the interpreter whose verdicts are wanted: a JSON request a line in, an answer a line out.

Standard library alone, Python 3.8 or newer. Its one argument is the path of `grammars/python/judge.py`.
Requests are `{"refusal": TEXT}`, `{"refusals": TEXTS}`, `{"facts": null}` and `{"snippets": PATH}`.
"""

from __future__ import annotations

import ast
import doctest
import importlib.util
import json
import sys
import sysconfig
import textwrap
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def facts(_: None) -> dict[str, str]:
    """Which interpreter this is, and where its library lies."""
    numbers = sys.version_info
    return {
        "version": f"{numbers[0]}.{numbers[1]}",
        "release": sys.version.split()[0],
        "library": sysconfig.get_path("stdlib"),
    }


def snippets(path: str) -> list[str]:
    """The pieces of source that a test file holds: its constants, its examples and its own statements."""
    source = Path(path).read_text(encoding="utf-8")
    lines = source.split("\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source)
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        for text in _of_node(node, lines):
            found[text] = None
    return list(found)


def _of_node(node: ast.AST, lines: list[str]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _of_text(node.value)
    elif isinstance(node, ast.stmt) and not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        yield textwrap.dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))


def _of_text(text: str) -> Iterator[str]:
    yield textwrap.dedent(text)
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        return
    for example in examples:
        yield example.source


def main() -> None:
    """Answer until the input ends."""
    spec = importlib.util.spec_from_file_location("oracle", sys.argv[1])
    assert spec is not None
    assert spec.loader is not None
    oracle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(oracle)
    answers: dict[str, Any] = {
        "refusal": oracle.refusal,
        "refusals": lambda texts: [oracle.refusal(text) for text in texts],
        "facts": facts,
        "snippets": snippets,
    }
    for line in sys.stdin.buffer:
        ((name, value),) = json.loads(line).items()
        sys.stdout.write(json.dumps(answers[name](value)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
