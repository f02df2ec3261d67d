"""`means_nothing` says whether a completion does what has no effect, or what nobody can mean.

A field is given to itself, a loop goes through its own variable, or an attribute that is there or not is
given a value.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.endings.returning import NEAR, header_around
from quoin.engine.util.lines import first_line, last_line, line_start

_GIVEN = re.compile(rb"\bthis(?:\.|->)(?P<name>\w+)[ \t]*=[ \t]*(?P=name)[ \t]*(?:;|\Z)")
_LOOP = re.compile(
    rb"\bfor[ \t]*\([^();=]*?(?<![\w.])(?P<name>[a-z_]\w*)"
    rb"(?:[ \t]*:[ \t]*|[ \t]+(?:of|in)[ \t]+)[&*]?(?P=name)(?![\w.(\[-])"
)
_VALUED = re.compile(
    rb"<\w[^<>]*[ \t](?P<name>required|disabled|checked|selected|readonly|multiple|autofocus|novalidate"
    rb"|autoplay|controls|loop|muted|defer|async|reversed|itemscope|inert)=\"(?!(?P=name)\b|true\b|false\b|[{<\"])"
)
_PARAMETERS = re.compile(rb"\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*\Z")


def means_nothing(whole: bytes, left: bytes) -> bool:
    """Return whether a completion means nothing.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
    """
    typed = last_line(left)
    line = typed + first_line(whole)
    if any(match.end() > len(typed) for form in (_LOOP, _VALUED) for match in form.finditer(line)):
        return True
    given = _GIVEN.search(line)
    if given is None or given.end() <= len(typed):
        return False
    before = left[: line_start(left)][-NEAR:]
    function = header_around(before)
    begun = function and _PARAMETERS.search(before, 0, function[1])
    if not begun:
        return False
    return re.search(rb"(?<![\w.>])" + given["name"] + rb"(?!\w)", before[begun.start() :]) is None
