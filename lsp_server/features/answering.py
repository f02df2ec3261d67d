"""The part of an answer with completions that is the same for ghost text and for the completion list."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.completion.closers import over_closers
from quoin.lsp_server.completion.completer import NOTHING, Answer
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.errors import UnknownDocumentError
from quoin.lsp_server.logs import describe, log
from quoin.lsp_server.settings.options import REPORT, CompletionReport

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from quoin.lsp_server.documents.cursor import Cursor
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.offer import Offer
    from quoin.lsp_server.server import QuoinServer


@dataclass(frozen=True)
class Found:
    """What a request gets: the answer, and the offers to show, with their cursors."""

    answer: Answer
    shown: Sequence[tuple[Offer, Cursor]] = ()


def open_document(ls: QuoinServer, uri: str) -> Document | None:
    """Return an open document; log a line and return None if it is not open."""
    try:
        return ls.documents.get(uri)
    except UnknownDocumentError:
        log.warning("no completion: the document is not open")
        return None


def place_in(document: Document, place: types.Position) -> Point:
    """Return a position as a point of the document; a line below its last one is kept."""
    at = Point(place.line, place.character)
    return document.buffer.clamp(at) if at.line < document.buffer.line_count else at


def place_to_complete(ls: QuoinServer, document: Document, cursor: Cursor) -> Cursor:
    """Return what a completion replaces: with a guarantee, the closers at the line's end as well."""
    is_free = ls.configuration.settings.guarantee == "off"
    return cursor if is_free else over_closers(document, cursor)


def position(point: Point) -> types.Position:
    """Convert a point to the protocol's type."""
    return types.Position(point.line, point.column)


async def attempt(work: Awaitable[Found]) -> Found:
    """Return what is found; a failure results in a line in the log, and nothing is found."""
    try:
        return await work
    except Exception as error:  # noqa: BLE001 - requests are answered also after errors of our own
        log.error("no completion: %s", describe(error))
        return Found(NOTHING)


def conclude(ls: QuoinServer, document: Document, found: Found, seconds: float) -> None:
    """Tell the client why there is nothing, count what it will show, and schedule the tidying.

    `seconds` is the time since the request was received.
    """
    ls.explain(document, found.answer)
    if ls.configuration.options.reports:
        _report(ls, document.uri, found.answer, seconds)
    else:
        ls.count(document, found.answer, found.shown, seconds)
    ls.answered()


def _report(ls: QuoinServer, uri: str, answer: Answer, seconds: float) -> None:
    result = answer.result
    report = CompletionReport(
        id=ls.protocol.msg_id,
        uri=uri,
        guarantee="none" if result is None else result.guarantee,
        level="parses" if result is None else result.level,
        names="off" if result is None else result.names,
        absent=[] if result is None else result.absent,
        present=[] if result is None else result.present,
        problem=None if result is None else result.problem,
        candidates=0 if result is None else len(result.candidates) or int(result.empty),
        tokens=0 if result is None else result.tokens,
        refused=0 if result is None else result.tokens_refused,
        choices=[] if result is None else [asdict(candidate) for candidate in result.candidates],
        seconds={} if result is None else {**result.seconds, "server": seconds},
    )
    ls.protocol.tell(REPORT, vars(report))
