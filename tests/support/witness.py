"""Looks for a completion of a viable state, which an oracle can then judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import quoin


def witness(state: quoin.State, pieces: Sequence[str], most_pieces: int, most_states: int) -> str | None:
    """The shortest sequence of pieces, breadth first, after which the state is a member; None if none is."""
    found = [("", state)]
    for _ in range(most_pieces + 1):
        for text, here in found:
            if here.member:
                return text
        found = [
            (text + piece, after)
            for text, here in found[:most_states]
            for piece in pieces
            for after in [here.copy()]
            if after.advance(piece.encode())
        ]
    return None
