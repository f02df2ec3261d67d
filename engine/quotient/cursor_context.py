"""The cursor is in code, in a comment, or in a string."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State

Place = Literal["code", "comment", "string"]
"""What a position is in."""


def cursor_context(state: State) -> Place:
    """Return what a position is in; comments and strings that do not hold prose count as code.

    The lexer's state determines what a blank would become at the position. The manifest's `text` says which
    terminals are comments and strings, and whether they hold prose. The replacement fields of formatted
    strings are code, and so is a name in a string that a letter would continue, such as that of an expansion.
    """
    place = state.surroundings
    if place == "string" and state.is_in_word:
        return "code"
    return place if f"{place}s" in state.language.manifest.text.prose else "code"
