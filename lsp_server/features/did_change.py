"""`textDocument/didChange`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.documents.documents import Edit
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.errors import UnknownDocumentError
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.TEXT_DOCUMENT_DID_CHANGE


def handle(ls: QuoinServer, params: types.DidChangeTextDocumentParams) -> None:
    """Apply the edits, and end a completion under way, which is for the former text."""
    uri, version = params.text_document.uri, params.text_document.version
    ls.suggestions.edited(uri)
    try:
        ls.documents.change(uri, version, [_edit(change) for change in params.content_changes])
    except UnknownDocumentError:
        log.warning("a change of a document that is not open is ignored")


def _edit(change: types.TextDocumentContentChangeEvent) -> Edit:
    if isinstance(change, types.TextDocumentContentChangePartial):
        return Edit(change.text, (point(change.range.start), point(change.range.end)))
    return Edit(change.text)


def point(position: types.Position) -> Point:
    """Convert a position to the buffer's type."""
    return Point(position.line, position.character)
