"""`decides_nothing` says whether a completion has a condition that always, or never, holds where it stands.

It is a text (`if ('light')`, `a: "b" && c`), it compares what is denied (`!a >= b`), or it says again, or
denies, the condition of the header in the line above; or it is a statement of its own (`this == &other;`).
A small model copies the condition beside.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import without_strings
from quoin.engine.util.lines import BLANKS, column, first_line, last_line, line_above

LONGEST = 300
"""The largest number of bytes of a line that is looked at."""

_TEXT = rb"(?:\"[^\"\r\n]*\"|'[^'\r\n]*')"
_IS_TEXT = re.compile(
    rb"[ \t]*(?:\}?[ \t]*else[ \t]+)?(?:if|elif|while|unless)\b[ \t]*"
    rb"(?:\([ \t]*" + _TEXT + rb"[ \t]*\)|" + _TEXT + rb"[ \t]*[:{])"
)
_TEXT_AND = re.compile(
    rb"(?:\w:[ \t]|,[ \t]|\(|\breturn[ \t]+|\b(?:const|let|var)[ \t]+\w+[ \t]*=[ \t]*)" + _TEXT + rb"[ \t]*&&"
)
"""A text as the condition of what follows; of 7,500 real `&&` none has one before it."""

_COMPARED = re.compile(
    rb"[ \t]*(?!(?:return|case|else|throw|yield|assert)\b)[*&]?[A-Za-z_$][\w$.>-]*"
    rb"(?:\([^()]*\)|\[[^\[\]]*\])*[ \t]+===?[ \t]+(?:(?!&&)[^;=|?:])*;[ \t]*"
)
"""A statement that only compares; of 30,000 real comparisons none is one."""

_COMPARES_DENIED = re.compile(
    rb"(?<![\w$)\]!])!(?!=)[\w$.>:-]+(?:\([^()]*\)|\[[^\[\]]*\])?[ \t](?:<=|>=|<|>)[ \t](?![\w:]+>)[^\s=]"
)
_IF = re.compile(
    rb"[ \t]*(?:\}?[ \t]*(?:else[ \t]+))?if\b[ \t]*"
    rb"(?:\((?P<braced>.*)\)[ \t]*\{?|(?P<bare>[^({\s][^{]*?)[ \t]*[:{])[ \t]*"
)
_NOT = re.compile(rb"(?:!(?!=)|not\b)\s*")
_JOINED = re.compile(rb"&&|\|\||\b(?:and|or)\b")
_OPPOSITES = ((b"!==", b"==="), (b"!=", b"=="), (b" is not ", b" is "))


def decides_nothing(whole: bytes, left: bytes) -> bool:
    """Return whether the condition that a completion writes in the cursor's line decides nothing.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
    """
    begun = last_line(left)
    line = begun + first_line(whole)
    if len(line) > LONGEST:
        return False
    above = line_above(left)
    if _COMPARED.fullmatch(line) and above.endswith((b";", b"{", b"}")):
        return True
    if _is_constant(line, len(begun)):
        return True
    if len(above) > LONGEST or not above.rstrip().endswith((b"{", b":")) or column(above) >= column(line):
        return False
    one, other = _condition(above), _condition(line)
    if one is None or other is None or line.lstrip(BLANKS).startswith((b"}", b"else")):
        return False
    return one in (other, _denied(other)) or other == _denied(one)


def _is_constant(line: bytes, typed: int) -> bool:
    """Return whether a line has, behind what was typed, a text or what is denied where it decides."""
    begins = _IS_TEXT.match(line)
    found = (*_COMPARES_DENIED.finditer(without_strings(line)), *_TEXT_AND.finditer(line))
    return any(one.end() > typed for one in found) or (begins is not None and begins.end() > typed)


def _condition(line: bytes) -> bytes | None:
    """Return the condition of a header; None for other lines."""
    found = _IF.fullmatch(line)
    return None if found is None else (found["braced"] or found["bare"] or b"").strip() or None


def _denied(condition: bytes) -> bytes:
    """Return the condition that holds where another one does not; empty if its operands are joined."""
    if _JOINED.search(condition):
        return b""
    denied = _NOT.match(condition)
    if denied is not None:
        return condition[denied.end() :]
    for pair in _OPPOSITES:
        for sign, opposite in (pair, pair[::-1]):
            if condition.count(sign) == 1:
                return condition.replace(sign, opposite)
    return b"!" + condition
