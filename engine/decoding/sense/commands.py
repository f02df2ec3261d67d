"""`is_no_command` says whether a completion makes a command of a shell script that nobody runs.

Anything is a command there: a variable that the function has already, an element of an array without a value,
the removal of all that there is, a test of what was just tested, an option in quotes, or one without what it
takes, or a value that is cut by nothing (`${file#}`; none of 1,411 real ones). Of 65,000 real lines four,
which give a variable to itself, are so.
"""

from __future__ import annotations

import re

from quoin.engine.util.lines import first_line, last_line

_BEGINS = rb"(?:^|[;&|(`][ \t]*|\)[ \t]+|\b(?:then|do|else)[ \t]+)[ \t]*"
_ENDS = rb"(?=[ \t]*(?:;|&|\||\)|`|\Z))"
_TEST = rb"(?:\btest|\[\[?)[ \t]+-[nz][ \t]+"
_KINDS = (
    _BEGINS + rb"[A-Za-z_]\w*\[[^\]=\r\n]*\]" + _ENDS,
    rb"\brm[ \t]+-\w*r\w*[ \t]+(?:\./?|\.\.|/|~|\*)" + _ENDS,
    _BEGINS + rb"(?P<name>[A-Za-z_]\w*)=(?P<quote>\"?)\$(?:\{(?P=name)\}|(?P=name)(?!\w))(?P=quote)" + _ENDS,
    rb"\b(?:[ef]?grep|tee|compgen|sed|cut|awk)[ \t]+-[A-Za-z](?=[ \t]*[)|;&`])",
    _BEGINS + rb"[a-z]+[ \t]+(?:'--?[A-Za-z][\w-]*'|\"--?[A-Za-z][\w-]*\")(?=[ \t;|&)]|\Z)",
    rb"\"\$@\"[ \t]+\"\$@\"|\bawk[ \t]+-F[ \t]*[^\w\s'\"]?(?=[ \t]*[)|;&`])",
    rb"\$\{[A-Za-z_]\w*(?:##?|%%?)\}",
    _TEST + rb"(?P<tested>\S+)(?:[ \t]+\]\]?)?[ \t]*&&[ \t]*" + _TEST + rb"(?P=tested)(?!\S)",
    rb"\bwhile[ \t]+(?:test|\[\[?)[ \t]+\"?\$#\"?[ \t]+(?:-eq|-lt|-le|==?)[ \t]+0\b",
    rb"\bset[ \t]+-\w*o[ \t]+-o\b|=~[ \t]+\^[ \t]",
)
_NEVER = re.compile(rb"|".join(_KINDS))
_LOCAL = re.compile(rb"[ \t]+local(?P<names>(?:[ \t]+[A-Za-z_]\w*)+)[ \t]*\r?")

NEAR = 2000
"""The number of bytes above the cursor in which a variable is looked for."""


def is_no_command(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion ends a command of the cursor's line that does what nobody wants.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    before, written = last_line(left), first_line(whole)
    line = before + written + (first_line(right) if written == whole else b"")
    end = len(before) + len(written)
    found = (match.span() for match in _NEVER.finditer(line))
    if any(start < end and len(before) < stop for start, stop in found):
        return True
    return _is_local_again(line, left[: len(left) - len(before)])


def _is_local_again(line: bytes, above: bytes) -> bool:
    """Return whether a line declares, without a value, a variable of the function that a line above has."""
    declared = _LOCAL.fullmatch(line)
    if declared is None:
        return False
    names = set(declared["names"].split())
    for other in above[-NEAR:].split(b"\n")[-2::-1]:
        if other[:1].strip():
            break
        found = _LOCAL.fullmatch(other)
        if found is not None and names & set(found["names"].split()):
            return True
    return False
