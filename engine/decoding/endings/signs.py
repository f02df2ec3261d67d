"""Closing signs are all that the language may add to a completion that nobody has asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State

SIGNS = b")]}>\"'`,; "
"""The closing signs: closing brackets, quotes, separators and blanks."""

QUOTES = b"\"'`"
"""The signs that begin and end strings."""

MAX_SIGNS, STEPS = 10, 100
"""The largest number of signs, in bytes, and the largest number of steps of the search for them."""


def with_signs(start: State, middle: bytes) -> bytes | None:
    """Return a middle with the closing signs that make it a member; None if signs do not suffice.

    Quotes may only close a string that has content: if the language wrote both quotes, it would invent a
    string.

    Args:
        start: The state at the cursor.
        middle: The middle without closing signs.
    """
    state = start.copy()
    if not state.advance(middle):
        return None
    signs = state.completion(MAX_SIGNS, STEPS, readable=False)
    if signs is None or signs.strip(SIGNS) or not _closes(signs, middle, state):
        return None
    return middle + signs


def _closes(signs: bytes, middle: bytes, state: State) -> bool:
    """Return whether all quotes among the signs close the open string, or the open field's string."""
    before, quote, rest = _at_quote(signs)
    if not quote:
        return True
    if any(other in rest.lstrip(quote) for other in QUOTES):
        return False
    if before:
        return not before.strip(b"})] ")
    return state.surroundings == "string" and not middle.endswith(quote)


def _at_quote(signs: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the signs before the first quote, the quote, and the signs after it."""
    at = min((signs.index(quote) for quote in QUOTES if quote in signs), default=len(signs))
    return signs[:at], signs[at : at + 1], signs[at + 1 :]
