"""`is_of_file` says whether a variable stands for an object of a type that the file declares."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.util.characters import ends_word
from quoin.engine.util.lines import line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PLACES = 400
"""The largest number of places of a name that are looked at."""

LONGEST = 200
"""The largest number of bytes of a type."""

_GIVEN = re.compile(rb"\s*(?::\s*[\w<>\[\]]+\s*)?(?::?=|:)\s*(?:new\s+|[&*]\s*|mut\s+)*(?P<type>[A-Z]\w*)\b")
_TYPE_FIRST = re.compile(rb"(?<![\w.])(?P<type>[A-Z]\w*)(?:<[^<>]*>)?(?:\s*[*&]\s*|[ \t]+)\Z")
_ENDED = re.compile(rb"\s*[=;,):{]")
_LISTED = re.compile(rb"[(,]\s*\Z")
_TYPE_LAST = re.compile(rb"[ \t]+\*?(?P<type>[A-Z]\w*)\s*[,)]")
_DECLARED = rb"\b(?:class|struct|interface|trait|type|record)[ \t]+%s\b"


def is_of_file(owner: bytes, file: bytes) -> bool:
    """Return whether a variable stands for an object of a type that the file declares, at each place."""
    places = islice(places_of(owner, file), MOST_PLACES)
    types = {found for start, end in places if (found := _type_at(start, end, file)) is not None}
    return bool(types) and all(re.search(_DECLARED % one, file) for one in types)


def _type_at(start: int, end: int, file: bytes) -> bytes | None:
    """Return the type of a name that a place of it shows; None if it shows none."""
    before = file[max(line_start(file, start), start - LONGEST) : start]
    after = file[end : end + LONGEST]
    found = None if before.endswith(b".") else _GIVEN.match(after)
    if found is None and _ENDED.match(after):
        found = _TYPE_FIRST.search(before)
    if found is None and _LISTED.search(before):
        found = _TYPE_LAST.match(after)
    return None if found is None else found["type"]


def places_of(name: bytes, text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where a name begins and ends in a text."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not ends_word(text[max(0, at - 1) : at]) and not ends_word(text[end : end + 1]):
            yield at, end
        at = text.find(name, end)
