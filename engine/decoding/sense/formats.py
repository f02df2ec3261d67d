r"""`lacks_values` says whether a completion ends a call whose format shows more values than the call has.

`printf("%d %s\n", a)` and `println!("{}")` fit, and do not compile, or print what is no value. Only formats
are judged that stand in the line as one string, and calls that the completion ends.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import STRING, closing_bracket, without_pairs, without_strings
from quoin.engine.util.lines import first_line, last_line

LONGEST = 500
"""The largest number of bytes of a line on each side of the cursor."""

_CALL = re.compile(
    rb"(?:(?<![\w.:>])(?P<c>[fs]?n?printf)"
    rb"|(?<![\w])(?P<go>(?:fmt|log|t|b|errors|logger|log\.Default\(\))\.(?:Printf|Sprintf|Errorf|Fatalf|Logf|Panicf|Skipf))"
    rb"|(?<![\w:])(?P<rust>(?:e?print(?:ln)?|format|panic|write(?:ln)?|unreachable|todo|unimplemented)!)"
    rb"|(?<![\w.])(?:self\.|this\.)?_?(?P<log>(?:logger|logging|LOGGER|LOG|log)\.(?:debug|info|warn|warning|error|critical|exception))"
    rb"|\bString\.(?P<java>format))\("
)
_PERCENT = re.compile(
    rb"%(?:%|(?P<named>\([^()]*\)|\d+\$|\[)?[-+ #0',]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+))?"
    rb"[hlqjztL]{0,2}(?P<kind>[A-Za-z]))"
)
_BRACES = re.compile(rb"\{\{|\}\}|\{(?P<name>[^{}:]*)(?::(?P<form>[^{}]*))?\}")
_NAMED = re.compile(rb"\s*\w+\s*=(?!=)")
_ANY_NUMBER = re.compile(rb"(?:^|,)\s*(?:\*|\.\.\.)|\.\.\.")
_PREFIX = re.compile(rb"[A-Za-z_@$#]+\Z")


def lacks_values(whole: bytes, left: bytes) -> bool:
    """Return whether a call that the cursor's line ends has a format with more places than there are values.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
    """
    begun = last_line(left)[-LONGEST:]
    line = begun + first_line(whole)[:LONGEST]
    plain = without_strings(line)
    return any(
        _lacks(found.lastgroup or "", line[found.end() : end])
        for found in _CALL.finditer(line)
        if (end := closing_bracket(plain, found.end())) is not None and end >= len(begun)
    )


def _lacks(kind: str, arguments: bytes) -> bool:
    """Return whether the arguments of a call have fewer values than their format has places."""
    string = STRING.search(arguments)
    if string is None or _ANY_NUMBER.search(without_strings(arguments)):
        return False
    before, behind = arguments[: string.start()], arguments[string.end() :]
    if (behind.strip() and not behind.lstrip().startswith(b",")) or before.strip()[-1:] not in (b"", b","):
        return False
    if kind == "log" and before.strip():
        return False
    places = _places(kind, string[0])
    return places is not None and places > _values(behind)


def _values(behind: bytes) -> int:
    """Return the number of values behind a format; those with a name are inserted by it."""
    flat = without_pairs(without_strings(behind))
    return sum(1 for one in flat.split(b",") if one.strip() and not _NAMED.match(one))


def _places(kind: str, form: bytes) -> int | None:
    """Return how many values a format shows; None if that is not known."""
    if kind == "rust" or (kind == "log" and b"{}" in form and b"%" not in form):
        return _places_of_braces(form)
    found = [one for one in _PERCENT.finditer(form) if one["kind"]]
    if any(one["named"] for one in found):
        return None
    stars = sum((one["width"] == b"*") + (one["precision"] == b"*") for one in found)
    return stars + sum(
        1 for one in found if not (kind == "java" and one["kind"] == b"n") and one["kind"] != b"m"
    )


def _places_of_braces(form: bytes) -> int | None:
    """Return how many values stand in braces without a name; None if a width or a precision has one."""
    found = [one for one in _BRACES.finditer(form) if one["name"] is not None]
    if any(one["form"] and (b"$" in one["form"] or b"*" in one["form"]) for one in found):
        return None
    return sum(1 for one in found if not one["name"].strip())
