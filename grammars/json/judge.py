"""Says of each text what Python's `json` says, held to RFC 8259 where it takes more.

It takes `NaN`, `Infinity` and `-Infinity`, which are made errors here. Whole numbers of more digits than
Python's `int` reads, and lists deeper than its stack, say nothing about the text: the first are read as
texts, of the second it has given up. Else it takes what the RFC does: names that are there twice, halves
of surrogate pairs as escapes; and it refuses a byte order mark and control characters in strings.
See "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import json
import platform
import sys
from typing import NoReturn

GAVE_UP = "gave up: "


def refusal(text: str) -> str | None:
    """Why a text is refused; None if it is taken."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_no_constant)
    except ValueError as error:
        return getattr(error, "msg", str(error))
    except RecursionError as error:
        return GAVE_UP + str(error)
    return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def main() -> None:
    """Answer until the input ends."""
    print(json.dumps(f"json of {platform.python_implementation()} {platform.python_version()}"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
