"""`is_of_file` says whether a variable stands for an object of a type that the file declares."""

from __future__ import annotations

import re

from quoin.engine.decoding.members.bindings import result_of
from quoin.engine.decoding.members.places import places_of
from quoin.engine.languages.manifest.types import NAME_COLON, NAME_TYPE, TYPE_NAME
from quoin.engine.util.lines import line_start

LONGEST = 200
"""The largest number of bytes of a type."""

_GIVEN = re.compile(rb"\s*(?::\s*[\w<>\[\]]+\s*)?(?::?=|:)\s*(?:new\s+|[&*]\s*|mut\s+)*(?P<type>[A-Z]\w*)\b")
_CALLED = re.compile(rb"\s*(?:,\s*\w+\s*)?:?=\s*(?P<function>[A-Za-z_]\w*)\(")
_ASSIGNED = re.compile(rb"\s*:?=(?![=>])\s*(?!(?:nil|null|None|nullptr|undefined)\b)")
_TYPE_FIRST = re.compile(rb"(?<![\w.])(?P<type>[A-Z]\w*)(?:<[^<>]*>)?(?:\s*[*&]\s*|[ \t]+)\Z")
_ENDED = re.compile(rb"\s*[=;,):{]")
_LISTED = re.compile(rb"[(,]\s*\Z")
_TYPE_LAST = re.compile(rb"[ \t]+\*?(?P<type>[A-Z]\w*)\s*[,)]")
_DECLARED = rb"\b(?:class|struct|interface|trait|type|record)[ \t]+%s\b"


def is_of_file(owner: bytes, file: bytes) -> bool:
    """Return whether a variable stands for an object of a type that the file declares, at each place.

    The types of what functions of the file give are known by their headers.
    """
    places = places_of(owner, file) or ()
    types = {found for start, end in places if (found := _type_at(start, end, file)) is not None}
    return bool(types) and all(one and re.search(_DECLARED % one, file) for one in types)


def _type_at(start: int, end: int, file: bytes) -> bytes | None:
    """Return the type of a name that a place of it shows, empty if it is unknown; None if it shows none."""
    before = file[max(line_start(file, start), start - LONGEST) : start]
    after = file[end : end + LONGEST]
    if not before.endswith(b".") and (given := _given(after, file)) is not None:
        return given
    found = _TYPE_FIRST.search(before) if _ENDED.match(after) else None
    if found is None and _LISTED.search(before):
        found = _TYPE_LAST.match(after)
    return None if found is None else found["type"]


def _given(after: bytes, file: bytes) -> bytes | None:
    """Return the type of what a name is given by what stands behind it, as `_type_at` does."""
    called = _CALLED.match(after)
    result = None if called is None else _result_of(called["function"], file)
    if result is not None:
        return result
    found = _GIVEN.match(after)
    return found["type"] if found else b"" if _ASSIGNED.match(after) else None


def _result_of(function: bytes, file: bytes) -> bytes | None:
    """Return the type of the results of a function that the file declares; None if it is not known."""
    name = function.decode()
    places = places_of(function, file) or ()
    headers = [
        file[line_start(file, start) : end + LONGEST].decode("utf-8", "replace")
        for start, end in places
        if file[end : end + 1] == b"("
    ]
    found = {result_of(name, typed, headers) for typed in (NAME_COLON, NAME_TYPE, TYPE_NAME)} - {None}
    only = found.pop() if len(found) == 1 else None
    return None if only is None else only.encode()
