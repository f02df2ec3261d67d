"""Where and why the text behind a cursor is broken, as a reader who comes from above meets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.explain import Explanation, explain, explain_end
from quoin.engine.quotient.session import Session
from quoin.engine.recovery import recover
from quoin.engine.recovery.source import split_at_cursor

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.language import Language

_LONGEST = 60


def explain_right(
    language: Language, left: bytes, right: bytes, place: Callable[[bytes], str]
) -> tuple[str, str] | None:
    """Read on from a middle that fits where the broken lines are left out, up to the first of them.

    Args:
        language: of the text.
        left: the left context.
        right: the right context.
        place: line and column of the end of a text, for a person to read.

    Returns:
        Place and message; None if no such middle is found, or no line behind the cursor's is broken.
    """
    view = recover(Session(language), left, right)
    lines = split_at_cursor(left, right)
    broken = [] if view is None else [line - 1 for line in view.absent if line - 1 > lines.cursor]
    middle = (
        view.quotient.start().completion(_LONGEST, readable=False) if view is not None and broken else None
    )
    if view is None or middle is None:
        return None
    mended = split_at_cursor(view.left, view.right).texts[lines.cursor + 1 : broken[0]]
    head = view.left + middle
    text = head + lines.tail + b"".join((*mended, *lines.texts[broken[0] :]))

    def cursor_context(offset: int) -> str:
        if offset >= len(head):
            return place(view.left + text[len(head) : offset])
        return place(text[: min(offset, len(view.left))])

    found = _first_problem(language, text, cursor_context)
    if found is None or found.offset < len(head):
        return None
    return cursor_context(found.offset), found.message


def _first_problem(language: Language, text: bytes, place: Callable[[int], str]) -> Explanation | None:
    problem = language.quotient(text, b"").problem
    if problem is not None and problem.side == "left":
        return explain(language, text, problem.offset, problem.expected, place)
    return explain_end(language, text, place)
