"""`result_of` finds the type of the results of the function around a line, as its header writes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.decoding.functions.returning import NEAR, header_around
from quoin.engine.languages.manifest.types import NAME_TYPE, TYPE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

_ARROW = re.compile(r"\)\s*(?::|->)\s*(?P<type>[^()|{}]+?)\s*(?:\bwhere\b.*)?\Z", re.DOTALL)
_FUNC = re.compile(r"\bfunc\b.*\)\s*(?P<type>[*\w.\[\]]+)\Z", re.DOTALL)
_FIRST = re.compile(
    r"(?P<type>(?:[^()=]|\([^()]*\))*?)[\w:]+\s*\([^=]*\)"
    r"\s*(?:const\b|noexcept\b|override\b|final\b|throws\b[\w., \t\r\n]*|\s)*\Z"
)
_NO_RESULT = re.compile(r"\b(?:new|return|else|async|operator|template|get|set)\b|^\s*\Z|[<>{};]\s*\Z")
_DEF = re.compile(
    r"(?:(?:async[ \t]+)?def\b.*?)?\)[ \t]*->[ \t]*\"?(?P<type>[^:\"]+)\"?:[ \t]*\Z",
)
_INNER = re.compile(
    r"[ \t]*(?:if|elif|else|for|while|with|try|except|finally|match|case|async[ \t]+(?:for|with))\b"
)


def result_of(typed: str, above: str, begun: str) -> str | None:
    """Return the type of the results of the function around; None if there is none, or it is not written.

    Args:
        typed: How names and types stand in a declaration (`engine.languages.manifest.types`).
        above: The lines above the line.
        begun: The line up to the result.
    """
    around = header_around((above[-NEAR:] + begun).encode())
    if around is None:
        return None
    header = around[0].decode("utf-8", "replace")
    if typed == NAME_TYPE:
        found = _FUNC.search(header) if header.count("func") == 1 else None
    else:
        found = _ARROW.search(header) or (_FIRST.match(header) if typed == TYPE_NAME else None)
    return None if found is None or _NO_RESULT.search(found["type"]) else found["type"]


def result_by_columns(above: str, begun: str) -> str | None:
    """Return the same where columns determine the blocks."""
    for line in headers_by_columns(above[-NEAR:], begun):
        if not _INNER.match(line):
            found = _DEF.match(line.strip())
            return None if found is None else found["type"]
    return None


def headers_by_columns(above: str, begun: str) -> Iterator[str]:
    """Yield the headers of the blocks around a line, the innermost first, where columns determine blocks."""
    width = len(begun) - len(begun.lstrip())
    for line in reversed(above.splitlines()):
        here = len(line) - len(line.lstrip())
        if line.strip() and here < width:
            yield line
            width = here
