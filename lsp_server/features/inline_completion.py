"""`textDocument/inlineCompletion`, whose answer is always a list of completions with their ranges."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.completion.closers import to_show
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.features.answering import (
    Found,
    attempt,
    conclude,
    open_document,
    place_in,
    place_to_complete,
    position,
)
from quoin.lsp_server.features.execute_command import ACCEPTED, FULL

if TYPE_CHECKING:
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.offer import Offer
    from quoin.lsp_server.server import QuoinServer

METHOD = types.TEXT_DOCUMENT_INLINE_COMPLETION
OPTIONS = types.InlineCompletionOptions()


async def handle(ls: QuoinServer, params: types.InlineCompletionParams) -> list[types.InlineCompletionItem]:
    """Answer with completions, or with an empty list if there is nothing to offer.

    An editor that gets null may keep showing its last completions, and one that gets an error shows
    the error, so a failure results in a line in the log and an empty list.
    """
    arrived = time.monotonic()
    ls.note_ghost_text()
    document = open_document(ls, params.text_document.uri)
    if document is None:
        return []
    found = await attempt(_found(ls, document, params))
    conclude(ls, document, found, time.monotonic() - arrived)
    return [_item(offer, place) for offer, place in found.shown]


async def _found(ls: QuoinServer, document: Document, params: types.InlineCompletionParams) -> Found:
    cursor = _cursor(params, document)
    over = place_to_complete(ls, document, cursor)
    automatic = params.context.trigger_kind == types.InlineCompletionTriggerKind.Automatic
    answer = await ls.suggestions.suggest(document, over, automatic=automatic)
    shown = list(to_show(answer.offers, document, cursor, over))
    if answer.offers and not shown:
        # No editor could display such a completion, so the closers after the cursor are kept as text.
        answer = await ls.suggestions.suggest(document, cursor, automatic=automatic)
        shown = [(offer, cursor) for offer in answer.offers]
    return Found(answer, shown)


def _item(offer: Offer, cursor: Cursor) -> types.InlineCompletionItem:
    # Of this message the client needs the lines that its cursor goes up; the server knows them.
    arguments = [offer.id, FULL, *([offer.below] if offer.below else [])]
    return types.InlineCompletionItem(
        insert_text=cursor.given + offer.text,
        range=types.Range(position(cursor.start), position(cursor.end)),
        command=types.Command(title="quoin: count the acceptance", command=ACCEPTED, arguments=arguments),
    )


def _cursor(params: types.InlineCompletionParams, document: Document) -> Cursor:
    """Return the requested place, with the entry selected in the editor's list of words if there is one.

    An inline completion cannot replace a range over several lines, so a selected entry with such a range
    is ignored.
    """
    at = place_in(document, params.position)
    selected = params.context.selected_completion_info
    if selected is None:
        return Cursor(at, at)
    start, end = (
        document.buffer.clamp(Point(place.line, place.character))
        for place in (selected.range.start, selected.range.end)
    )
    if not start.line == end.line == at.line or len(split_lines(selected.text)) > 1:
        return Cursor(at, at)
    return Cursor(start, end, selected.text)
