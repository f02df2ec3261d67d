"""Brackets and quotes that an editor has written after the cursor by itself.

They are the editor's proposal, not the user's text: after `for i in range(` the editor has put `)`, and no
`:`. A completion that fits without them may still contain them, so they are treated as absent and the
completion replaces them.
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
    """Extend a cursor over the rest of its line if the rest consists of closers alone."""
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
    """Yield the offers to show, with their cursors, of completions that replace closers.

    A completion of one line that ends with the closers leaves them in place. An editor cannot display a
    completion that does not contain the closers in their order, so it is omitted, and so is one that adds
    nothing to them but blanks, which nobody could see.
    """
    line, index = document.buffer.locate(cursor.end)
    signs = document.buffer.line(line)[index : index + over.end.column - cursor.end.column]
    for offer in offers:
        added = _added(offer.text, signs)
        if added is None or not added.strip():
            continue
        if signs and offer.text.endswith(signs) and "\n" not in offer.text:
            yield replace(offer, text=offer.text[: -len(signs)]), cursor
        else:
            yield offer, over


def _added(text: str, signs: str) -> str | None:
    """Return a text without the signs in their order, each where it stands first; None if it lacks one."""
    added, rest = "", text
    for sign in signs:
        before, found, rest = rest.partition(sign)
        if not found:
            return None
        added += before
    return added + rest
