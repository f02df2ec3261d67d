"""`excludes_itself` says whether the operands of a condition of a completion exclude or repeat each other.

In `a == 1 && a == 2`, `a == 1 || a != 1`, `a is None and a.b` and `a.b and a.b`, one of the operands decides
alone, or fails. A small model copies the operand beside. Only operands of one chain without other signs are
compared: a place, one of the comparisons, and a value; a value that is no literal may equal any other one.
"""

from __future__ import annotations

import re
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.util.characters import STRING, hidden
from quoin.engine.util.lines import COMMENT, first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 500
"""The largest number of bytes of a line that is judged, with those that it goes on with."""

MOST_LINES = 5
"""The largest number of lines on either side that belong to a condition."""

_JOINING = (b"&&", b"||")

_SIGN = re.compile(
    rb"(?P<and>&&|\band\b)|(?P<or>\|\||\bor\b)|(?P<open>[(\[])|(?P<close>[)\]])"
    rb"|(?P<apart>[{};,?]|(?<!:):(?!:)|->(?!\w)|=>|(?<![=!<>])=(?!=)"
    rb"|\b(?:if|elif|while|until|return|assert|unless|(?<!is )not(?!\s+in\b)|else|when|case|yield|then|for"
    rb"|lambda|xor)\b)"
)
_NULL = rb"(?:null|nil|None|undefined|nullptr|NULL)"
_LITERAL = rb"(?:-?\d[\w.]*|\"[^\"]*\"|'[^']*'|true|false|True|False|" + _NULL + rb")"
_PLACE = rb"\$?[A-Za-z_][\w$]*(?:(?:\.|->|::)\$?\w+|\[(?:[\w$]+|\"[^\"]*\"|'[^']*')\])*"
_OPERATOR = rb"\s*(?P<operator>===?|!==?|<=|>=|<|>|(?<=\s)is\s+not(?=\s)|(?<=\s)is(?=\s))\s*"
_COMPARED = re.compile(
    rb"(?P<place>" + _PLACE + rb")" + _OPERATOR + rb"(?P<value>" + _LITERAL + rb"|" + _PLACE + rb")"
)
_TURNED = re.compile(rb"(?P<value>" + _LITERAL + rb")" + _OPERATOR + rb"(?P<place>" + _PLACE + rb")")
_TURN = {b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<="}
_SAME = {b"===": b"==", b"!==": b"!=", b"is": b"==", b"is not": b"!="}
_OPPOSITE = {b"==": b"!=", b"!=": b"==", b"<": b">=", b">=": b"<", b">": b"<=", b"<=": b">"}
_EXCLUDED = {(b"<", b">"), (b"==", b"<"), (b"==", b">")}
_READ = rb"!?%s(?:\.(?!\?)|->|\[|\s+instanceof\b)"


class _Comparison(NamedTuple):
    """What is compared, the operator, and the value."""

    place: bytes
    operator: bytes
    value: bytes


class _Operand(NamedTuple):
    """An operand of a chain: its place in the line, and the operator before it."""

    begin: int
    end: int
    joined: str


def excludes_itself(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether two operands of a condition in the cursor's line exclude or repeat each other.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    begun, written = last_line(left), first_line(whole)
    line = begun + written + (first_line(right) if written == whole else b"")
    if COMMENT.match(line):
        return False
    above = _above(left[: len(left) - len(begun)])
    line = above + line + (_below(line, right) if written == whole else b"")
    if len(line) > LONGEST or not re.search(rb"&&|\|\||\band\b|\bor\b", line):
        return False
    new = range(len(above + begun), len(above + begun + written))
    for chain in _chains(line):
        for disjunct in (parts := _disjuncts(chain)):
            if any(_exclude(line, pair, new, is_or=False) for pair in combinations(disjunct, 2)):
                return True
        alone = [part[0] for part in parts if len(part) == 1]
        if any(_exclude(line, pair, new, is_or=True) for pair in combinations(alone, 2)):
            return True
    return False


def _above(left: bytes) -> bytes:
    """Return the lines at the end of a text that go on with an operator behind each, in one line."""
    lines: list[bytes] = []
    for line in islice(reversed(left[-LONGEST:].splitlines()), MOST_LINES):
        if not line.rstrip().endswith(_JOINING) or COMMENT.match(line):
            break
        lines.append(line + b" ")
    return b"".join(reversed(lines))


def _below(line: bytes, right: bytes) -> bytes:
    """Return the lines below the cursor's with which it goes on, if an operator ends it and each of them."""
    lines: list[bytes] = []
    for below in islice(lines_below(right[:LONGEST]), 1, MOST_LINES):
        if not line.rstrip().endswith(_JOINING) or COMMENT.match(below):
            break
        lines.append(b" " + below)
        line = below
    return b"".join(lines)


def _chains(line: bytes) -> Iterator[list[_Operand]]:
    """Yield the chains of a line: operands between which only `and` and `or` stand."""
    flat = hidden(STRING, line, b"\x00")
    open_ones: list[tuple[list[_Operand], int, str]] = []
    chain: list[_Operand] = []
    begin, joined = 0, ""
    for sign in _SIGN.finditer(flat):
        kind = sign.lastgroup or ""
        if kind == "open":
            open_ones.append((chain, begin, joined))
            chain, begin, joined = [], sign.end(), ""
            continue
        # What stands before a `=` is no operand, but a part of one.
        if sign[0] != b"=" and (kind != "close" or open_ones):
            chain.append(_Operand(begin, sign.start(), joined))
        if kind in ("and", "or"):
            begin, joined = sign.end(), kind
            continue
        if len(chain) > 1:
            yield chain
        if kind == "close" and open_ones:
            chain, begin, joined = open_ones.pop()
        else:
            chain, begin, joined = [], sign.end(), ""
    chain.append(_Operand(begin, len(line), joined))
    if len(chain) > 1:
        yield chain


def _disjuncts(chain: list[_Operand]) -> list[list[_Operand]]:
    """Return the operands of a chain between each two `or`, which binds less."""
    parts: list[list[_Operand]] = []
    for operand in chain:
        if operand.joined == "and" and parts:
            parts[-1].append(operand)
        else:
            parts.append([operand])
    return parts


def _exclude(line: bytes, pair: tuple[_Operand, _Operand], new: range, *, is_or: bool) -> bool:
    """Return whether one of two operands decides alone, and the completion writes a part of one of them."""
    if not any(one.begin < new.stop and one.end > new.start for one in pair):
        return False
    first, second = (_bare(line[one.begin : one.end]) for one in pair)
    if first == second:
        return re.search(rb"[A-Za-z_]", first) is not None and b"(" not in first
    one, other = _comparison(first), _comparison(second)
    if one is not None and _fails(one, second, is_or=is_or):
        return True
    if one is None or other is None:
        return False
    if (one.place, one.value) == (other.value, other.place):
        other = _Comparison(one.place, _TURN.get(other.operator, other.operator), one.value)
    return one.place == other.place and (one == other or _decides(one, other, is_or=is_or))


def _decides(one: _Comparison, other: _Comparison, *, is_or: bool) -> bool:
    """Return whether two comparisons of the same place exclude each other, or one of them holds always."""
    if one.value == other.value:
        operators = (one.operator, other.operator)
        is_excluded = operators in _EXCLUDED or operators[::-1] in _EXCLUDED
        return _OPPOSITE[one.operator] == other.operator or (is_excluded and not is_or)
    literals = re.fullmatch(_LITERAL, one.value) and re.fullmatch(_LITERAL, other.value)
    return bool(literals) and one.operator == other.operator == (b"!=" if is_or else b"==")


def _fails(one: _Comparison, second: bytes, *, is_or: bool) -> bool:
    """Return whether an operand reads a member of what the one before it says to be none."""
    if re.fullmatch(_NULL, one.value) is None or one.operator != (b"!=" if is_or else b"=="):
        return False
    return re.match(_READ % re.escape(one.place), second) is not None


def _bare(operand: bytes) -> bytes:
    """Return an operand without the blanks and brackets around it."""
    operand = operand.strip()
    while operand.startswith(b"(") and operand.endswith(b")") and operand.count(b"(") == 1:
        operand = operand[1:-1].strip()
    return operand


def _comparison(operand: bytes) -> _Comparison | None:
    """Return the comparison that an operand is, a literal behind its operator; None if it is none."""
    found, is_turned = _TURNED.fullmatch(operand), True
    if found is None:
        found, is_turned = _COMPARED.fullmatch(operand), False
    if found is None:
        return None
    operator = b" ".join(found["operator"].split())
    if operator.startswith(b"is") and not re.fullmatch(_LITERAL, found["value"]):
        # What is no other object may still equal it.
        return None
    operator = _SAME.get(operator, operator)
    return _Comparison(
        found["place"], _TURN.get(operator, operator) if is_turned else operator, found["value"]
    )
