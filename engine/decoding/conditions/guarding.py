"""`guards_wrongly` says whether a completion tests that something is there just above a line that needs it.

`if (order) {`, an empty block, and `order.pay();` below it: what a person guards against there is that there
is no order, and with `return` in the block the line below would fail. Where a value may be there and count as
false, as an empty list of Python does, only comparisons with nothing are judged.
"""

from __future__ import annotations

import re
from itertools import islice

from quoin.engine.util.characters import without_strings
from quoin.engine.util.lines import BLANKS, column, first_line, last_line, lines_below

NEAR = 2000
"""The number of bytes below the cursor in which the next statement is searched."""

LONGEST = 300
"""The largest number of bytes of a line that is looked at."""

MOST_LINES = 12
"""The largest number of lines of a completion that is judged."""

MOST_BELOW = 3
"""The number of statements below a header that are looked at."""

_NOTHING = rb"(?:null|nil|None|NULL|nullptr|undefined)"
_PLACE = rb"\$?[A-Za-z_]\w*(?:(?:\.|->)\w+)*"
_TEST = re.compile(
    rb"[ \t]*if\b[ \t]*\(?[ \t]*(?:(?P<compared>"
    + _PLACE
    + rb")[ \t]+(?:!==?|is[ \t]+not)[ \t]+"
    + _NOTHING
    + rb"|"
    + _NOTHING
    + rb"[ \t]+!==?[ \t]+(?P<turned>"
    + _PLACE
    + rb")"
    rb"|isset\((?P<set>" + _PLACE + rb")\)|(?P<true>" + _PLACE + rb"))[ \t]*(?:\)|(?=[{:]))[ \t]*(?P<body>.*)"
)
_CLOSER = re.compile(rb"[ \t]*\}[ \t]*")
_SIGNS = b")]}; \t"
_READ = rb"(?<![\w.>$])%s(?:\.(?!\.)|->)\w"
_SAFE = rb"(?<![\w.>$])%s\s*(?:&&|\|\||\?|[!=]=|=|(?:and|or|is|if)\b)"
_OTHER = re.compile(rb"\s*(?:[#*}]|//|/\*|(?:else|elif|elseif|elsif|case|default|catch|except|finally)\b)")


def guards_wrongly(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the last header of a completion guards the next statement the wrong way round.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    if first_line(right).strip(_SIGNS):
        return False
    lines = [line for line in lines_below(last_line(left) + whole) if line.strip(BLANKS)]
    if not lines or len(lines) > MOST_LINES or max(map(len, lines)) > LONGEST:
        return False
    below = [one for one in islice(lines_below(right[:NEAR]), 1, None) if one.strip(BLANKS)]
    header = _last_header(lines, column(below[0])) if below else None
    if header is None:
        return False
    tested = header["compared"] or header["turned"] or header["set"]
    if tested is None and not header["body"].startswith(b":"):
        tested = header["true"]
    return tested is not None and _is_needed(re.escape(tested), below[:MOST_BELOW])


def _is_needed(name: bytes, below: list[bytes]) -> bool:
    """Return whether one of some lines, as far as they are of one block, reads a member of a name."""
    read, safe = re.compile(_READ % name), re.compile(_SAFE % name)
    for line in below:
        if column(line) != column(below[0]) or len(line) > LONGEST or _OTHER.match(line):
            return False
        statement = without_strings(line)
        if safe.search(statement):
            return False
        if read.search(statement):
            return True
    return False


def _last_header(lines: list[bytes], width: int) -> re.Match[bytes] | None:
    """Return the test in a column whose body ends with the last of some lines; None if there is none."""
    is_closed = _CLOSER.fullmatch(lines[-1]) is not None
    if is_closed and column(lines[-1]) != width:
        return None
    inner = lines[:-1] if is_closed else lines
    header = next((line for line in reversed(inner) if column(line) <= width), b"")
    found = _TEST.fullmatch(header) if column(header) == width else None
    if found is None or is_closed != (found["body"].strip() == b"{"):
        return None
    return found
