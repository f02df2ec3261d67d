"""Says of each text what Python's compiler and pyflakes say: see "Programs" in `grammars/README.md`."""

from __future__ import annotations

import ast
import json
import platform
import sys
import warnings
from typing import Any

from pyflakes import __version__ as pyflakes_version
from pyflakes import checker, messages

BYTE_ORDER_MARK = "\ufeff"


def findings(source: str) -> dict[str, Any] | None:
    """What is wrong with a text that parses; None for one that does not.

    Returns:
        `refusal`: why `compile` refuses the text, or None; `unbound`: the names that are read and that
        nothing binds, each with the offset of its first character.
    """
    text = source[source.startswith(BYTE_ORDER_MARK) :]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    shift = len(source) - len(text)
    return {
        "refusal": _refusal(text),
        "unbound": [(name, at + shift) for name, at in _unbound(text, tree)],
    }


def _refusal(text: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "text", "exec", dont_inherit=True)
    except SyntaxError as error:
        return error.msg or "no message"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__
    return None


def _unbound(text: str, tree: ast.Module) -> list[tuple[str, int]]:
    lines = _lines(text)
    kinds = (messages.UndefinedName, messages.UndefinedLocal)
    return [
        (str(message.message_args[0]), _offset(lines, message.lineno, message.col))
        for message in checker.Checker(tree, "text").messages
        if isinstance(message, kinds)
    ]


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines as the parser counts them, each with the offset of its first character."""
    found, start = [], 0
    for line in text.replace("\r\n", " \n").replace("\r", "\n").split("\n"):
        found.append((start, text[start : start + len(line)]))
        start += len(line) + 1
    return found


def _offset(lines: list[tuple[int, str]], number: int, column: int) -> int:
    """The offset of a place that the parser gives as a line from 1 and a column in bytes."""
    start, line = lines[min(number, len(lines)) - 1]
    return start + len(line.encode("utf-8", "replace")[:column].decode("utf-8", "replace"))


def main() -> None:
    """Answer until the input ends."""
    compiler = f"compile() of {platform.python_implementation()} {platform.python_version()}"
    print(json.dumps(f"{compiler} and pyflakes {pyflakes_version}"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(findings(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
