"""What the cursor is in: code, a comment, or a string."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.quotient import State

Place = Literal["code", "comment", "string"]

_NO_CODE = b"$"
_QUOTES = (b"'''$", b'"""$', b"```$")


def place_of(state: State) -> Place:
    """Say what a position is in, by what may follow.

    A dollar sign may follow only where text does: no lexeme of the language has one outside of comments
    and strings. Behind it, each kind of quotes three times over ends every string that they can end, with
    another dollar sign outside of it; so only a comment takes both. The replacement fields of formatted
    strings are code.
    """
    if not state.accepts(_NO_CODE):
        return "code"
    return "comment" if all(state.accepts(_NO_CODE + quotes) for quotes in _QUOTES) else "string"
