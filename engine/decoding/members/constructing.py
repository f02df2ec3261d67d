"""`constructors` finds the parameters of a class's constructors, by its lines and without a parser.

Nothing is known of a class that stands twice in the file, or in parts, that takes its parameters in its
header, or that has no constructor of its own.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.util.lines import BLANKS, column, line_spans, line_start, lines_below

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 60_000
"""The largest number of bytes of a class in which constructors are searched."""

LONGEST_HEADER = 400
"""The largest number of bytes of a class's header behind its name."""

_CLASS = rb"(?<![\w$.])class[ \t]+%s(?![\w$])"
_HEADER = re.compile(
    rb"(?P<tail>[^{};:()]*(?::(?!\s*\n)[^{};()]*)?)\{|\s*(?:\([^()]*\))?[ \t]*:[ \t]*(?=[\r\n#])"
)
_BRACED = rb"(?m)[{}]|^[ \t]*(?:[\w@<>?,.&: \t]*[ \t])?(?<!new )(?P<name>constructor|__construct|%s)[ \t]*\("
_INDENTED = re.compile(rb"(?m)^[ \t]+def[ \t]+(?P<name>__init__)[ \t]*\(")
_MADE_OTHERWISE = re.compile(rb"\b__new__\b|\busing[ \t]+[\w:]+::|\bmetaclass\b")


def constructors(name: bytes, text: bytes) -> list[tuple[int, int]] | None:
    """Return where each constructor of a class and its parameters begin; None if the text has no such class.

    There are none if nothing is known of them.

    Args:
        name: The name of the class.
        text: The text.
    """
    found = list(re.finditer(_CLASS % re.escape(name), text))
    return list(_begins(found[0], name, text)) if len(found) == 1 else [] if found else None


def _begins(found: re.Match[bytes], name: bytes, text: bytes) -> Iterator[tuple[int, int]]:
    header = _HEADER.match(text, found.end(), found.end() + LONGEST_HEADER)
    before = text[line_start(text, found.start()) : found.start()]
    if header is None or b"partial" in before.split():
        return
    begin, width = header.end(), column(before)
    if header["tail"] is None:
        places, end = _indented(text, begin, begin + _deeper(text[begin:][:LONGEST], width))
    else:
        places, end = _braced(text, begin, re.compile(_BRACED % re.escape(name)))
    if not _MADE_OTHERWISE.search(text, found.end(), end):
        for place in places:
            yield place.start("name"), place.end()


def _braced(text: bytes, begin: int, form: re.Pattern[bytes]) -> tuple[list[re.Match[bytes]], int]:
    """Return the constructors of a class in braces, and where it ends.

    Other brackets do not count, since the cursor's line may leave one open.
    """
    places: list[re.Match[bytes]] = []
    depth = 0
    for sign in form.finditer(text, begin, begin + LONGEST):
        depth += {b"{": 1, b"}": -1}.get(sign[0], 0)
        if depth < 0:
            return places, sign.start()
        if sign["name"] is not None and not depth:
            places.append(sign)
    return places, len(text)


def _indented(text: bytes, begin: int, end: int) -> tuple[list[re.Match[bytes]], int]:
    """Return the constructors of a class in columns, but not of those within it, and where it ends."""
    lines = islice(lines_below(text[begin:end]), 1, None)
    width = next((column(line) for line in lines if line.strip(BLANKS)), 0)
    return [place for place in _INDENTED.finditer(text, begin, end) if column(place[0]) == width], end


def _deeper(text: bytes, width: int) -> int:
    """Return where the lines of a text end that are deeper than a column."""
    for start, end in line_spans(text):
        line = text[start:end]
        if start and line.strip(BLANKS) and column(line) <= width:
            return start
    return len(text)
