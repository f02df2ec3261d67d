"""Says of each text whether a parser of tree-sitter's reads it without an error.

    python -I -m quoin.engine.grammar_import.judge tree_sitter_c

The argument is the module of a language's parser; `tree_sitter` and that module must be installed. See
"Programs" in `grammars/README.md` for what is read and answered.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import sys
import warnings
from typing import Any


class Judge:
    """A parser's verdicts.

    Attributes:
        name: The parser's package and its version.

    Raises:
        LookupError: The parser is not installed.
    """

    def __init__(self, module: str, function: str = "language") -> None:
        try:
            sitter, grammar = importlib.import_module("tree_sitter"), importlib.import_module(module)
        except ImportError as error:
            raise LookupError(f"there is no module {error.name}") from None
        with warnings.catch_warnings():
            # Older packages hand their grammar over as an address.
            warnings.simplefilter("ignore")
            self._parser: Any = sitter.Parser(sitter.Language(getattr(grammar, function)()))
        package = module.replace("_", "-")
        self.name = f"{package} {importlib.metadata.version(package)}"

    def refusal(self, text: str) -> str | None:
        """Why a text is refused, with the place; None if it is taken."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        node = self._parser.parse(data).root_node
        if not node.has_error:
            return None
        while not (node.is_error or node.is_missing):
            inner = next((child for child in node.children if child.has_error), None)
            if inner is None:
                break
            node = inner
        line, column = node.start_point[0] + 1, node.start_point[1] + 1
        what = f"{node.type} is missing" if node.is_missing else "not expected"
        return f"{line}:{column}: {what}"


def main() -> None:
    """Answer until the input ends."""
    judge = Judge(*sys.argv[1:])
    sys.stdout.write(json.dumps(judge.name) + "\n")
    sys.stdout.flush()
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(judge.refusal(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
