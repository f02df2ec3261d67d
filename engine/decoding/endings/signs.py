"""Closing signs: what the language may add by itself to the text of somebody who has not asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State

SIGNS = b")]}>\"'`,; "
"""Closing brackets and quotes, separators, blanks."""

QUOTES = b"\"'`"

MAX_SIGNS, STEPS = 10, 100
"""Signs that are added to a text, and steps of the search for them."""


def with_signs(start: State, middle: bytes) -> bytes | None:
    """A middle, with the signs after it that make the file fit; None where it takes more.

    Quotes are there to close a string that holds something: one of which the language writes both ends is
    a string that nobody has thought of.

    Args:
        start: at the cursor.
        middle: to be ended.
    """
    state = start.copy()
    if not state.advance(middle):
        return None
    signs = state.completion(MAX_SIGNS, STEPS, readable=False)
    if signs is None or signs.strip(SIGNS) or not _closes(signs, middle, state):
        return None
    return middle + signs


def _closes(signs: bytes, middle: bytes, state: State) -> bool:
    """Whether all quotes among some signs close the string, or the replacement field's, that is open."""
    before, quote, rest = _at_quote(signs)
    if not quote:
        return True
    if any(other in rest.lstrip(quote) for other in QUOTES):
        return False
    if before:
        return not before.strip(b"})] ")
    return state.surroundings == "string" and not middle.endswith(quote)


def _at_quote(signs: bytes) -> tuple[bytes, bytes, bytes]:
    """What stands before the first quote, it, and what stands after it."""
    at = min((signs.index(quote) for quote in QUOTES if quote in signs), default=len(signs))
    return signs[:at], signs[at : at + 1], signs[at + 1 :]
