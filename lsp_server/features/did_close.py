"""`textDocument/didClose`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.TEXT_DOCUMENT_DID_CLOSE


def handle(ls: QuoinServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget the document and end the work for it."""
    ls.suggestions.closed(params.text_document.uri)
    ls.documents.close(params.text_document.uri)
