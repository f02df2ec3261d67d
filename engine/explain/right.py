"""`explain_right` says where and why the right context is broken, for a reader who begins at the cursor."""

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
    """Explain the first error in the right context, after a middle that fits if the broken lines are absent.

    Args:
        language: The language of the text.
        left: The left context.
        right: The right context.
        place: Returns the line and column of the end of a text, for a person to read.

    Returns:
        The place and the message; None if no middle fits, or no line after the cursor's is broken.
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
