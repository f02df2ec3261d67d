"""Says of each text what Python's `json` says once its comments are blanks and a last comma is gone.

See "Programs" in `grammars/README.md`, and JSON's own judge about what Python's `json` takes beside RFC 8259.
"""

from __future__ import annotations

import json
import platform
import re
import sys
from typing import NoReturn

GAVE_UP = "gave up: "

# Strings are passed over as they are; one that does not end is left to the judge.
_STRING = r'"(?:[^"\\]|\\.)*"?'
_COMMENT = re.compile(rf"(?P<string>{_STRING})|//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_SIGN = re.compile(rf"{_STRING}|\S", re.DOTALL)


def refusal(text: str) -> str | None:
    """Why a text is refused; None if it is taken."""
    try:
        json.loads(plain(text), parse_int=str, parse_float=str, parse_constant=_no_constant)
    except ValueError as error:
        return getattr(error, "msg", str(error))
    except RecursionError as error:
        return GAVE_UP + str(error)
    return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def plain(text: str) -> str:
    """The text without its comments and without a comma after each last item."""
    bare = _COMMENT.sub(lambda match: match["string"] or " ", text)
    return _without_last_commas(bare)


def _without_last_commas(text: str) -> str:
    """Go through the signs: a comma goes if an item stands before it and an end after it."""
    signs = [(match.start(), match[0]) for match in _SIGN.finditer(text)]
    gone = {
        at
        for (_, before), (at, sign), (_, after) in zip(signs, signs[1:], signs[2:], strict=False)
        if sign == "," and after in ("]", "}") and before not in (",", ":", "[", "{")
    }
    return "".join(" " if at in gone else sign for at, sign in enumerate(text))


def main() -> None:
    """Answer until the input ends."""
    print(json.dumps(f"json of {platform.python_implementation()} {platform.python_version()}"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
