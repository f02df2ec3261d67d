"""`lacks_fields` says whether a literal of a type of the file ends before all fields have a value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.util.characters import closing_bracket, without_pairs, without_strings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.members.bodies import Body
    from quoin.engine.decoding.types.kinds import Kinds

_LITERAL = re.compile(rb"(?:^|[={(,|\[;]|=>|\breturn)[ \t]*(?P<name>[A-Z]\w*)[ \t]*\{", re.MULTILINE)
_FIELD = re.compile(r"(?:^|,)\s*(?:#\[[^\[\]]*\]\s*)*(?:pub(?:\([^()]*\))?\s+)?([a-z_]\w*)\s*:(?!:)")
_GIVEN = re.compile(rb"(?:^|,)\s*(?:#\[[^\[\]]*\]\s*)*([a-z_]\w*)\s*(?=[:,]|\Z)")
_OPEN = re.compile(r"#\[cfg|!\s*[({]|\bunion\b")


def lacks_fields(text: str, typed: int, known: Kinds) -> bool:
    """Return whether a literal that a text ends leaves out a field, and does not say where that comes from.

    Args:
        text: The cursor's line as far as it was typed, and the completion.
        typed: The number of characters that were typed.
        known: What is known of types.
    """
    written = without_strings(text.encode())
    typed = len(text[:typed].encode())
    for found in _LITERAL.finditer(written):
        closer = closing_bracket(written, found.end())
        if closer is None or closer < typed:
            continue
        given = without_pairs(written[found.end() : closer])
        if b".." in given or b"//" in given:
            continue
        names = {name.decode() for name in _GIVEN.findall(given)}
        name = found["name"].decode()
        fields = _fields(known.bodies(known.type_around or "" if name == "Self" else name))
        if fields and not any(names >= one for one in fields):
            return True
    return False


def _fields(bodies: Sequence[Body]) -> list[set[str]]:
    """Return the fields of each type of a name; none if one of them may have others."""
    if any(
        body.kind != "fields" or not body.is_whole or _OPEN.search(body.before + body.text) for body in bodies
    ):
        return []
    flat = (without_pairs(body.text.encode()).decode() for body in bodies)
    return [set(_FIELD.findall(one.strip("; \n\t"))) for one in flat]
