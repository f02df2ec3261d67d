"""What the cursor is in: code, a comment, or a string."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State

Place = Literal["code", "comment", "string"]


def cursor_context(state: State) -> Place:
    """Say what a position is in, as far as its language takes that for prose.

    The lexer's state says what a blank would become there; the language's folder says which terminals are
    comments and strings, and whether they hold prose (`text` in its manifest). The replacement fields of
    formatted strings are code.
    """
    place = state.surroundings
    return place if f"{place}s" in state.language.manifest.text.prose else "code"
