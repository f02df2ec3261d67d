"""`textDocument/inlineCompletion`, whose answer is always a list of completions with their ranges."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.completion.closers import over_closers, to_show
from quoin.lsp_server.completion.completer import NOTHING
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.errors import UnknownDocumentError
from quoin.lsp_server.features.execute_command import ACCEPTED, FULL
from quoin.lsp_server.logs import describe, log
from quoin.lsp_server.settings.options import REPORT, CompletionReport

if TYPE_CHECKING:
    from quoin.lsp_server.completion.completer import Answer
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
    uri = params.text_document.uri
    try:
        document = ls.documents.get(uri)
    except UnknownDocumentError:
        log.warning("no completion: the document is not open")
        return []
    cursor = _cursor(params, document)
    shown: list[tuple[Offer, Cursor]] = []
    try:
        over = cursor if ls.configuration.settings.guarantee == "off" else over_closers(document, cursor)
        automatic = params.context.trigger_kind == types.InlineCompletionTriggerKind.Automatic
        answer = await ls.suggestions.suggest(document, over, automatic=automatic)
        shown = list(to_show(answer.offers, document, cursor, over))
        if answer.offers and not shown:
            # No editor could display such a completion, so the closers after the cursor are kept as text.
            answer = await ls.suggestions.suggest(document, cursor, automatic=automatic)
            shown = [(offer, cursor) for offer in answer.offers]
    except Exception as error:  # noqa: BLE001 - the promise above holds for errors of our own too
        log.error("no completion: %s", describe(error))
        answer = NOTHING
    ls.explain(answer)
    if ls.configuration.options.reports:
        _report(ls, uri, answer, time.monotonic() - arrived)
    else:
        for offer, place in shown:
            ls.shown(document, place, [offer])
    ls.answered()
    return [_item(offer, place) for offer, place in shown]


def _item(offer: Offer, cursor: Cursor) -> types.InlineCompletionItem:
    return types.InlineCompletionItem(
        insert_text=cursor.given + offer.text,
        range=types.Range(_position(cursor.start), _position(cursor.end)),
        command=types.Command(
            title="quoin: count the acceptance", command=ACCEPTED, arguments=[offer.id, FULL]
        ),
    )


def _cursor(params: types.InlineCompletionParams, document: Document) -> Cursor:
    """Return the requested place, with the entry selected in the editor's list of words if there is one.

    An inline completion cannot replace a range over several lines, so a selected entry with such a range
    is ignored.
    """
    at = Point(params.position.line, params.position.character)
    if at.line < document.buffer.line_count:
        at = document.buffer.clamp(at)
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


def _position(point: Point) -> types.Position:
    return types.Position(point.line, point.column)


def _report(ls: QuoinServer, uri: str, answer: Answer, seconds: float) -> None:
    result = answer.result
    report = CompletionReport(
        id=ls.protocol.msg_id,
        uri=uri,
        guarantee="none" if result is None else result.guarantee,
        level="parses" if result is None else result.level,
        names="off" if result is None else result.names,
        absent=[] if result is None else result.absent,
        problem=None if result is None else result.problem,
        candidates=0 if result is None else len(result.candidates) or int(result.empty),
        tokens=0 if result is None else result.tokens,
        refused=0 if result is None else result.tokens_refused,
        choices=[] if result is None else [asdict(candidate) for candidate in result.candidates],
        seconds={} if result is None else {**result.seconds, "server": seconds},
    )
    ls.protocol.tell(REPORT, vars(report))
