"""`mistakes_variant` says whether a line takes a variant of an enum for one of another form.

A variant that was declared with values is matched with as many, and one without values with none; a name
that is bound is not called as a type of the language (`Move(i64, i64) =>`). Nor is one given back as an error
without its values. A small model copies the declaration, or leaves the values out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from quoin.engine.util.characters import closing_bracket, open_brackets, without_pairs, without_strings
from quoin.engine.util.lines import COMMENT, last_line, line_spans

LONGEST = 10_000
"""The largest number of bytes of an enum that is looked at."""

LONGEST_LINE = 400
"""The largest number of bytes of a line that is looked at."""

_ARM = re.compile(rb"[ \t]*(?:\|[ \t]*)?(?P<patterns>[A-Z]\w*::[A-Z]\w*\b(?:[^=]|=(?!>))*)=>")
_NAMED = rb"(?P<enum>[A-Z]\w*)::(?P<name>[A-Z]\w*)(?![\w:])[ \t]*"
_VARIANT = re.compile(rb"(?<![\w:])" + _NAMED + rb"(?P<opener>[({]?)")
_GIVEN = re.compile(rb"\b(?:Err\(|return[ \t])[ \t]*" + _NAMED + rb"(?=[);]|\Z)")
_GUARD = re.compile(rb"\bif\b")
_ENUM = rb"\benum[ \t]+%s\b[^;{}()]*\{"
_ITEM = rb"(?:^|,)\s*(?:#\[[^\[\]]*\]\s*)*%s\b\s*(?P<opener>[({]?)"
_REMARK = re.compile(rb"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_GENERIC = re.compile(rb"<[^<>]*>")
_TYPE = re.compile(rb"(?:^|[,:])\s*(?:char|bool|str|String|[iu](?:8|16|32|64|128|size)|f32|f64)\s*(?=,|\Z)")


class _Form(NamedTuple):
    """The bracket behind a variant's name, if there is one, and how many values it holds."""

    opener: bytes
    values: int


def mistakes_variant(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion writes an arm, or gives an error, in another form than the file declares.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    begun = last_line(left)
    for start, end in line_spans(whole):
        line = begun + whole[start:end]
        arm = _ARM.match(without_strings(line)) if len(line) <= LONGEST_LINE else None
        if arm is not None and arm.end() > len(begun) and not COMMENT.match(line):
            patterns = _GUARD.split(arm["patterns"])[0]
            if any(_is_mistaken(found, patterns, (left, right)) for found in _VARIANT.finditer(patterns)):
                return True
        if _gives_without_values(line, len(begun), (left, right)):
            return True
        begun = b""
    return False


def _gives_without_values(line: bytes, typed: int, sides: tuple[bytes, bytes]) -> bool:
    """Return whether a line gives back a variant without its values, behind what was typed."""
    for found in _GIVEN.finditer(line) if len(line) <= LONGEST_LINE and not COMMENT.match(line) else ():
        declared = _declared(found["enum"], found["name"], sides) if found.end() > typed else None
        if declared is not None and declared.opener:
            return True
    return False


def _is_mistaken(found: re.Match[bytes], patterns: bytes, sides: tuple[bytes, bytes]) -> bool:
    """Return whether a variant in a pattern has another form than in the only enum of its name."""
    values = _held(patterns, found.end()) if found["opener"] else b""
    declared = None if values is None else _declared(found["enum"], found["name"], sides)
    if declared is None or values is None:
        return False
    if found["opener"] and _TYPE.search(values):
        return True
    if found["opener"] != declared.opener:
        return not (found["opener"] == b"{" and values.strip() == b"..")
    return found["opener"] == b"(" and b".." not in values and _count(values) != declared.values


def _declared(enum: bytes, name: bytes, sides: tuple[bytes, bytes]) -> _Form | None:
    """Return the form in which the only enum of a name in the file declares a variant."""
    bodies = [body for text in sides for body in _bodies(enum, text)]
    if len(bodies) != 1:
        return None
    for item in re.finditer(_ITEM % name, bodies[0]):
        if open_brackets(bodies[0][: item.start()]):
            continue
        held = _held(bodies[0], item.end()) if item["opener"] else b""
        return None if held is None else _Form(item["opener"], _count(held))
    return None


def _bodies(enum: bytes, text: bytes) -> list[bytes]:
    """Return what the enums of a name in a text hold, without comments."""
    begins = [found.end() for found in re.finditer(_ENUM % enum, text)]
    ends = [closing_bracket(text, begin, begin + LONGEST) for begin in begins]
    return [
        _REMARK.sub(b"", text[begin:end]) for begin, end in zip(begins, ends, strict=True) if end is not None
    ]


def _held(text: bytes, begin: int) -> bytes | None:
    """Return what a bracket holds that ends before a place; None if nothing closes it."""
    end = closing_bracket(text, begin)
    return None if end is None else text[begin:end]


def _count(values: bytes) -> int:
    """Return how many items a list has."""
    flat, count = without_pairs(values), 1
    while count:
        flat, count = _GENERIC.subn(b"", flat)
    return sum(1 for one in flat.split(b",") if one.strip())
