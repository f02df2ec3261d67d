"""Where names stand in the text around a cursor, as the rules search it that compare a line with the file."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.util.characters import ends_word

if TYPE_CHECKING:
    from collections.abc import Iterator

NEAR = 100_000
"""The number of bytes before and after the cursor in which declarations are searched."""

MOST_PLACES = 400
"""The largest number of places of a name; of one with more nothing is known."""

_APART = b"\n;\n"


def file_around(left: bytes, right: bytes) -> bytes:
    """Return the text around a cursor, whose two sides share no line."""
    return left[-NEAR:] + _APART + right[:NEAR]


def places_of(name: bytes, text: bytes) -> list[tuple[int, int]] | None:
    """Return where a name begins and ends in a text; None if it stands in too many places."""
    found = list(islice(_places(name, text), MOST_PLACES + 1))
    return None if len(found) > MOST_PLACES else found


def _places(name: bytes, text: bytes) -> Iterator[tuple[int, int]]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not ends_word(text[max(0, at - 1) : at]) and not ends_word(text[end : end + 1]):
            yield at, end
        at = text.find(name, end)
