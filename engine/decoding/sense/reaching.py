"""`is_never_reached` says whether a completion goes on in a block behind the statement that leaves it.

Only lines count that begin at the column of such a statement, just above them. Labels, further cases and
branches, and functions that may be called from above go on there; so does `yield`, which makes a generator.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import open_brackets, without_strings
from quoin.engine.util.lines import BLANKS, COMMENT, column, line_spans, line_start

LONGEST = 400
"""The largest number of bytes of a line that is looked at."""

MOST_BLANK = 3
"""The largest number of blank lines between the statement and what follows."""

_LEAVES = re.compile(
    rb"[ \t]*(?:(?:return|raise|throw)\b(?![ \t]*[=:(.])[^\r\n]*[^\s,\\({\[+*/%&|=<>?:.-]|(?:return|raise)"
    rb"|(?:break|continue)(?:[ \t]+\w+)?)[ \t]*;?[ \t]*"
)
_GOES_ON = re.compile(
    rb"\s*(?:[^\w\s$\"'`!~]|(?:case|default|else|elif|elsif|elseif|end|fi|done|esac|until|except|finally|catch|rescue"
    rb"|ensure|when|while|and|or|in|is|not|instanceof|as|yield|public|private|protected|internal|static|async|def|class"
    rb"|function|fn|func|fun|pub|struct|enum|interface|type|trait|impl|export|sub|local|template|abstract|override"
    rb"|final|void|const)\b|[\w-]+[ \t]*:)"
)


def is_never_reached(whole: bytes, left: bytes) -> bool:
    """Return whether a line of a completion stands just behind one that leaves the block of both.

    Args:
        whole: The completion.
        left: The left context.
    """
    text = left + whole
    at = len(left)
    for start, end in line_spans(whole):
        begins = line_start(text, at + start)
        line = text[begins : at + end]
        if line.strip(BLANKS) and not _GOES_ON.match(line) and _is_left(text[:begins], column(line)):
            return True
    return False


def _is_left(above: bytes, width: int) -> bool:
    """Return whether the last line of a text that is not blank leaves its block at a column."""
    lines = above[-LONGEST * 2 :].splitlines()
    for number, line in enumerate(reversed(lines)):
        if number > MOST_BLANK:
            return False
        if line.strip(BLANKS):
            plain = without_strings(line)
            is_plain = len(line) <= LONGEST and not COMMENT.match(line) and not open_brackets(plain)
            return is_plain and column(line) == width and _LEAVES.fullmatch(plain) is not None
    return False
