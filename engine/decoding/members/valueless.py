"""`takes_nothing` says whether a completion takes the value of a function of the file that has none.

A function has none if each of its declarations in the file says so: `-> None`, `void f(`, `f(): void`, or
nothing where a result would be written. It is one of the file if it is called by its name alone, on the
object itself, or on a variable that is bound to an object of a type that the file declares. A variable is
not given such a function of another object without its call either: callbacks are of the object itself, or
arguments.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.members.owners import is_of_file
from quoin.engine.decoding.members.places import file_around, places_of
from quoin.engine.util.characters import closing_bracket, without_strings
from quoin.engine.util.lines import COMMENT, last_line, line_spans, line_start

LONGEST = 1000
"""The largest number of bytes of a list of parameters, and of a line on each side of the cursor."""

_TAKEN = re.compile(
    rb"(?:(?<![=!<>])=(?![=>])|\bin\b)\s*(?:await\s+)?"
    rb"(?:(?P<object>\$?[A-Za-z_]\w*)(?:\.|->))?(?P<name>[A-Za-z_]\w*)(?P<call>\(|[ \t]*;?[ \t]*\Z)"
)
_ITSELF = (b"self", b"this", b"$this")
_MEMBER = (b"$", b".", b">", b'"', b"'")
_BOUND = re.compile(rb"\s*[(:=<]")
_GENERIC = re.compile(rb"\s*<[^<>()]*>")
_RESULT = re.compile(
    rb"\s*(?:(?P<none>(?:->\s*None|:\s*void)\b)|(?P<some>->|=>|:)|(?P<body>(?:where\b[^{};]*)?\{))"
)
_KEYWORD = re.compile(rb"\b(?:fn|func)[ \t]+(?:\([^()]*\)[ \t]*)?\Z")
_VOID = re.compile(rb"\bvoid[ \t]+(?:\w+::)*\Z")
_TYPED = re.compile(
    rb"(?:^|[\s(])(?!(?:return|await|new|else|in|not|and|or|throw|yield|go|defer|case|do|print|echo)[ \t])"
    rb"[A-Za-z_][\w.<>,?\[\]:]*[ \t]*[*&]*[ \t*&](?:\w+::)*\Z"
)


def takes_nothing(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion takes the value of a function of the file that has none.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    file = file_around(left, right)
    begun = last_line(left)[-LONGEST:]
    for start, end in line_spans(whole):
        line = without_strings(begun + whole[start:end][:LONGEST])
        for found in _TAKEN.finditer(line):
            if found.end() > len(begun) and not COMMENT.match(line) and _has_none(found, file):
                return True
        begun = b""
    return False


def _has_none(call: re.Match[bytes], file: bytes) -> bool:
    """Return whether a call is one of a function of the file that has no value."""
    owner, name = call["object"], call["name"]
    is_own = owner is None or owner in _ITSELF
    if name not in file or (is_own and call["call"] != b"("):
        return False
    if not is_own and not is_of_file(owner, file):
        return False
    places = places_of(name, file)
    if places is None:
        return False
    found = {
        _returns(start, end, file)
        for start, end in places
        if _BOUND.match(file, end) and file[max(0, start - 1) : start] not in _MEMBER
    }
    return True not in found and False in found


def _returns(start: int, end: int, file: bytes) -> bool | None:
    """Return whether a place of a name declares a function with a value, or one without; None for neither."""
    before = file[line_start(file, start) : start]
    generic = _GENERIC.match(file, end)
    begin = generic.end() if generic else end
    if file[begin : begin + 1] != b"(":
        return True
    closer = closing_bracket(file, begin + 1, begin + 1 + LONGEST)
    if closer is None:
        return True
    if _VOID.search(before):
        return False
    result = _RESULT.match(file, closer + 1)
    if result is None:
        return True if _TYPED.search(before) else None
    if result["none"]:
        return False
    return not (result["body"] and _KEYWORD.search(before))
