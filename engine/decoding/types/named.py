"""`names_wrongly` says whether a line names a function or a type of the file where nobody means it itself.

A function is not returned by itself, compared with nothing, or given to what it is a member of; and types
are no values where they are no objects, as structs of Go and Rust are none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.decoding.functions.returning import NEAR, header_around
from quoin.engine.decoding.types.results import headers_by_columns
from quoin.engine.languages.manifest.types import NAME_COLON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.decoding.types.kinds import Kinds

_OWN = r"(?:(?:self|this|cls|\$this)(?:\.|->))?"
_RETURNED = re.compile(rf"\breturn\s+{_OWN}(?P<name>[A-Za-z_]\w*)\s*(?:;|\}}?\s*\Z)")
_COMPARED = (
    rf"(?<![\w.$>\])]){_OWN}(?P<name>[A-Za-z_]\w*)\s+(?:is(?:\s+not)?|[!=]==?)\s+(?:%s)"
    r"(?=\s*(?:[);:{,\]]|&&|\|\||\Z|and\b|or\b))"
)
_GIVEN = re.compile(
    r"\s*(?P<target>\$?[A-Za-z_]\w*(?:(?:\.|->)\w+)*)\s*=\s*(?P=target)(?:\.|->)(?P<name>[A-Za-z_]\w*)\s*;?\s*\Z"
)
_TYPE = re.compile(r"(?:(?<![=!<>])=|\breturn)\s+[&*]?(?P<name>[A-Z]\w*)\s*(?:;|\Z)")
_TYPE_GIVEN = re.compile(
    r"(?<![\w$@#\[.])(?:[a-z_]\w*\.)*[a-z_]\w*\((?:[^()]*,\s*)?(?P<name>[A-Z]\w*)\s*[,)]"
)
_NO_VALUE = re.compile(
    r"\s*(?:(?:pub(?:\([a-z]+\))?|export|declare|public|internal|global)\s+)*(?:type|using|typedef|import|use|namespace)\b"
)
_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:<[^()<>]*>)?\([^{}]*\Z")
_HEADER = re.compile(r"\s*(?:async\s+)?def\s+(\w+)")


def names_wrongly(line: str, typed: int, above: str, known: Kinds) -> bool:
    """Return whether a line names a function or a type, behind what was typed, where nobody means it.

    Args:
        line: The line, without strings.
        typed: The number of characters that were typed.
        above: The lines above it.
        known: What is known of types and values.
    """
    functions = [
        found["name"]
        for found in _named(line, known)
        if found.end("name") > typed
        and (found.re is not _RETURNED or found["name"] == _around(above, line, known))
    ]
    if any(map(known.is_function, functions)):
        return True
    # Elsewhere parameters may have a type and no name, and functions take types.
    forms = (_TYPE, _TYPE_GIVEN) if known.rules.typed == NAME_COLON else (_TYPE,)
    found_types = (found for form in forms for found in form.finditer(line))
    types = [found["name"] for found in found_types if found.end() > typed]
    return not _NO_VALUE.match(line) and any(map(known.is_no_value, types))


def _named(line: str, known: Kinds) -> Iterator[re.Match[str]]:
    """Yield the places of a line that name what may be a function."""
    yield from _RETURNED.finditer(line)
    yield from re.finditer(_COMPARED % "|".join(map(re.escape, known.kinds.nothing)), line)
    yield from _GIVEN.finditer(line)


def _around(above: str, line: str, known: Kinds) -> str | None:
    """Return the name of the function around a line; None if there is none."""
    if known.kinds.columns:
        headers = map(_HEADER.match, headers_by_columns(above[-NEAR:], line))
        return next((found[1] for found in headers if found is not None), None)
    begun = line[: line.find("return")]
    around = header_around((above[-NEAR:] + begun).encode())
    name = None if around is None else _NAME.search(around[0].decode("utf-8", "replace"))
    return None if name is None else name[1]
