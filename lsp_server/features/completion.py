"""`textDocument/completion`: completions as entries of the list of editors that draw no ghost text.

The list waits no longer than the setting `completionList.maxLatencyMs` says. A completion that takes longer
is not ended: it is remembered for the next request.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from quoin.lsp_server.completion.completer import nothing
from quoin.lsp_server.completion.entry import Abilities, Entry, entry_of
from quoin.lsp_server.completion.tasks import unwatched
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.features.answering import Found, attempt, conclude, open_document, place_in, position
from quoin.lsp_server.features.apply_edit import edit_for
from quoin.lsp_server.features.execute_command import ACCEPTED, ENTRY
from quoin.lsp_server.reasons import Kind

if TYPE_CHECKING:
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.documents.text_buffer import Point
    from quoin.lsp_server.offer import Offer
    from quoin.lsp_server.server import QuoinServer

METHOD = types.TEXT_DOCUMENT_COMPLETION
# Editors ask by themselves within words. After brackets, commas and colons the next key is often Enter, which
# must not accept an entry.
OPTIONS = types.CompletionOptions(trigger_characters=[" ", ".", "="])
# Seconds without an edit after which a request counts as the user's own. The protocol has one kind for words
# that are typed and for the key that asks for the list.
_PAUSE_SECONDS = 1.0


async def handle(ls: QuoinServer, params: types.CompletionParams) -> types.CompletionList:
    """Answer with entries, or with an empty list; the client has to ask again when the text has changed."""
    arrived = time.monotonic()
    document = open_document(ls, params.text_document.uri)
    if document is None or not is_wanted(ls):
        return types.CompletionList(is_incomplete=False, items=[])
    found = await _in_time(ls, document, params)
    conclude(ls, document, found, time.monotonic() - arrived)
    can = _abilities(ls)
    items: list[types.CompletionItem] = []
    part = found.answer.language
    for offer, cursor in found.shown:
        entry = entry_of(offer, document, cursor, can, "" if part is None else part.name)
        if entry is not None:
            item = _item(entry, offer, cursor.end, can)
            edit = edit_for(ls, document, offer.imports)
            item.additional_text_edits = None if edit is None else [edit]
            # Entries of equal rank are sorted by this text, so that the completion stands before names.
            item.sort_text = f" {len(items)}"
            items.append(item)
    return types.CompletionList(is_incomplete=True, items=items)


def is_wanted(ls: QuoinServer) -> bool:
    """Return whether completions are entries of the client's completion list."""
    wanted = ls.configuration.settings.show_in_list
    return wanted == "always" or (wanted == "automatic" and not ls.client_draws_ghost_text)


async def _in_time(ls: QuoinServer, document: Document, params: types.CompletionParams) -> Found:
    most = ls.configuration.settings.list_max_latency_ms
    work = unwatched(attempt(_found(ls, document, params)))
    try:
        done, _ = await asyncio.wait([work], timeout=most / 1000)
    except asyncio.CancelledError:
        work.cancel()
        raise
    return work.result() if done else Found(nothing(Kind.LATE, ms=most))


async def _found(ls: QuoinServer, document: Document, params: types.CompletionParams) -> Found:
    at = place_in(document, params.position)
    cursor = Cursor(at, at)
    automatic = not _is_asked_for(document, params.context)
    answer = await ls.suggestions.suggest(document, cursor, automatic=automatic, shown="list")
    return Found(answer, [(offer, cursor) for offer in answer.offers])


def _is_asked_for(document: Document, context: types.CompletionContext | None) -> bool:
    """Return whether a request is the user's own, and not the editor's while the user types."""
    if context is not None and context.trigger_kind != types.CompletionTriggerKind.Invoked:
        return False
    return document.edited_at is None or time.monotonic() - document.edited_at > _PAUSE_SECONDS


def _abilities(ls: QuoinServer) -> Abilities:
    named = "text_document.completion.completion_item."
    modes = get_capability(ls.client_capabilities, named + "insert_text_mode_support.value_set", ())
    formats = get_capability(ls.client_capabilities, named + "documentation_format", ())
    return Abilities(
        as_is=types.InsertTextMode.AsIs in (modes or ()),
        snippets=get_capability(ls.client_capabilities, named + "snippet_support", default=False) is True,
        markdown=types.MarkupKind.Markdown in (formats or ()),
    )


def _item(entry: Entry, offer: Offer, end: Point, can: Abilities) -> types.CompletionItem:
    form, mode = types.InsertTextFormat.PlainText, types.InsertTextMode.AsIs
    if entry.is_snippet:
        form, mode = types.InsertTextFormat.Snippet, types.InsertTextMode.AdjustIndentation
    markup = types.MarkupKind.Markdown if can.markdown else types.MarkupKind.PlainText
    return types.CompletionItem(
        label=entry.label,
        label_details=types.CompletionItemLabelDetails(description="quoin"),
        kind=types.CompletionItemKind.Snippet,
        documentation=types.MarkupContent(markup, entry.documentation),
        filter_text=entry.filter,
        insert_text_format=form,
        insert_text_mode=mode,
        text_edit=types.TextEdit(types.Range(position(entry.start), position(end)), entry.text),
        command=types.Command(
            title="quoin: count the acceptance", command=ACCEPTED, arguments=[offer.id, ENTRY]
        ),
    )
