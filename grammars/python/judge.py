"""Says of each text what `ast.parse` of the running Python says: see "Programs" in `grammars/README.md`.

Nothing but the standard library is imported here, and nothing newer than Python 3.8 used: the tests
run this file in other interpreters too.
"""

from __future__ import annotations

import ast
import json
import platform
import sys
import warnings

BYTE_ORDER_MARK = "\ufeff"

# How a message begins where the parser stopped for want of its own means, and judged nothing.
GAVE_UP = "gave up: "


def refusal(source: str) -> str | None:
    """Why `ast.parse` refuses a source text: its message; None if it takes it.

    A byte order mark at the start is left out, as the interpreter does that reads a file. Texts that
    hold a NUL or half of a surrogate pair are refused; of those that are too deep for the parser's own
    stack the message begins with `GAVE_UP`.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source[source.startswith(BYTE_ORDER_MARK) :])
    except SyntaxError as error:
        return error.msg or "no message"
    except ValueError as error:
        return str(error) or "ValueError"
    except (RecursionError, MemoryError) as error:
        return GAVE_UP + (str(error) or type(error).__name__)
    return None


def parses(source: str) -> bool:
    """Say whether `ast.parse` takes a source text."""
    return refusal(source) is None


def main() -> None:
    """Answer until the input ends."""
    print(
        json.dumps(f"ast.parse of {platform.python_implementation()} {platform.python_version()}"), flush=True
    )
    for line in sys.stdin.buffer:
        print(json.dumps(refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
