"""Says of each text what Python's `tomllib` says.

It gives up on keys and tables that are given twice, which the grammar does not know; and where a number has
more digits than Python's `int` reads, or brackets are nested deeper than its stack.
See "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import json
import platform
import sys

import tomllib  # type: ignore[import-not-found]  # from Python 3.11 on

GAVE_UP = "gave up: "
# How the messages begin that say what is wrong with names.
_NAMES = (
    "Cannot overwrite",
    "Cannot declare",
    "Cannot mutate",
    "Cannot redefine",
    "Duplicate inline table key",
)


def refusal(text: str) -> str | None:
    """Why a text is refused; None if it is taken."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        return GAVE_UP + reason if reason.startswith(_NAMES) else reason
    except (ValueError, RecursionError) as error:
        return GAVE_UP + str(error)
    return None


def main() -> None:
    """Answer until the input ends."""
    print(
        json.dumps(f"tomllib of {platform.python_implementation()} {platform.python_version()}"), flush=True
    )
    for line in sys.stdin.buffer:
        print(json.dumps(refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
