"""Brackets and quotes that an editor has written after the cursor by itself.

They are the editor's proposal, not the user's text: after `for i in range(` it has put `)`, and no `:`. What
fits without them may still contain them, so they are taken as absent, and a completion replaces them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.text_buffer import Point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quoin.lsp_server.documents.cursor import Cursor
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.offer import Offer

CLOSERS = frozenset(")]}\"'`")


def over_closers(document: Document, cursor: Cursor) -> Cursor:
    """The cursor with all that stands after it in its line replaced, where that is closing signs alone."""
    if cursor.end.line >= document.buffer.line_count:
        return cursor
    line, index = document.buffer.locate(cursor.end)
    rest = document.buffer.line(line)[index:].rstrip()
    if not rest or not CLOSERS.issuperset(rest):
        return cursor
    return replace(cursor, end=Point(cursor.end.line, cursor.end.column + len(rest)))


def to_show(
    offers: Iterable[Offer], document: Document, cursor: Cursor, over: Cursor
) -> Iterator[tuple[Offer, Cursor]]:
    """What to show of completions that replace closing signs, and where.

    A completion of one line that ends with them leaves them where they are. One that does not contain them,
    in their order, cannot be drawn by an editor, and is left out.
    """
    line, index = document.buffer.locate(cursor.end)
    signs = document.buffer.line(line)[index : index + over.end.column - cursor.end.column]
    for offer in offers:
        if signs and offer.text.endswith(signs) and "\n" not in offer.text:
            if offer.text != signs:
                yield replace(offer, text=offer.text[: -len(signs)]), cursor
        elif _contains(offer.text, signs):
            yield offer, over


def _contains(text: str, signs: str) -> bool:
    """Whether the signs stand in a text in their order."""
    rest = iter(text)
    return all(sign in rest for sign in signs)
