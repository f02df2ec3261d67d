"""Short texts of a language, for repairing a file that is broken away from the cursor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StandIns:
    """What may stand in place of lines and of a middle; all empty for a language without them.

    Attributes:
        statements: Whole lines that need nothing beside them.
        headers: Whole lines that a deeper line must follow.
        edges: Whole lines that begin or end a bracket or a string which has its other end in another line.
        fillers: Pieces of which a middle can be made that ends what the line has begun.
        ends: The same for pieces that end a string; tried inside of one alone.
        words: Texts that begin with a word of which the beginning may stand before the cursor.
        nonsense: A text that can stand in a string (or a comment) and nowhere else.
    """

    statements: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nonsense: str = ""


STAND_IN_KEYS = ("statements", "headers", "edges", "fillers", "ends", "words", "nonsense")
