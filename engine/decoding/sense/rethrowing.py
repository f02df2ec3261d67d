"""`rethrows_nothing` says whether a completion throws anew, as `throw;` and `raise` do, outside of handlers.

A function that is only called by handlers may do so, too; seldom does one begin with it while it is typed.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import open_brackets, without_strings
from quoin.engine.util.lines import COMMENT, column, last_line, line_spans, line_start, lines_below

NEAR = 4000
"""The number of bytes before the cursor in which the handler is searched."""

LONGEST = 400
"""The largest number of bytes of a handler's header."""

_THROW = re.compile(rb"(?:^|[;{})\s])throw[ \t]*;")
_RAISE = re.compile(rb"[ \t]*(?:(?:if|else|elif|case)\b[^\r\n]*:[ \t]*)?raise[ \t]*")
_CATCH = re.compile(rb"\bcatch\b[^{};]*\Z")
_HANDLER = re.compile(rb"[ \t]*(?:except|finally)\b")
_FUNCTION = re.compile(rb"[ \t]*(?:async[ \t]+)?def\b")


def rethrows_nothing(whole: bytes, left: bytes) -> bool:
    """Return whether a completion throws an exception anew where none is handled.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
    """
    written = last_line(left) + whole
    if b"throw" not in written and b"raise" not in written:
        return False
    for start, end in line_spans(whole):
        before = (left + whole[:start])[-NEAR:]
        begins = line_start(before)
        line = without_strings(before[begins:] + whole[start:end])
        above, typed = before[:begins], len(before) - begins
        thrown = (above + line[: found.start() + 1] for found in _THROW.finditer(line) if found.end() > typed)
        if not COMMENT.match(line) and not all(map(_is_caught, thrown)):
            return True
        if _RAISE.fullmatch(line) and not _is_handled(above, column(line)):
            return True
    return False


def _is_caught(before: bytes) -> bool:
    """Return whether a handler's block is open at the end of a text, or none of a function is."""
    opened = [at for at in open_brackets(before) if before[at : at + 1] == b"{"]
    return not opened or any(_CATCH.search(before[max(0, at - LONGEST) : at]) for at in opened)


def _is_handled(above: bytes, width: int) -> bool:
    """Return whether lines end in a handler's block around a column, or in that of no function."""
    for line in reversed(list(lines_below(above))):
        if not line.strip() or column(line) >= width:
            continue
        if _HANDLER.match(line):
            return True
        if _FUNCTION.match(line):
            return False
        width = column(line)
    return True
