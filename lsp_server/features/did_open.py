"""`textDocument/didOpen`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.TEXT_DOCUMENT_DID_OPEN


def handle(ls: QuoinServer, params: types.DidOpenTextDocumentParams) -> None:
    """Store the document's text, and prepare its language for completions."""
    document = params.text_document
    ls.suggestions.closed(document.uri)
    opened = ls.documents.open(document.uri, str(document.language_id), document.version, document.text)
    ls.in_background(ls.completer.prepare(opened))
