"""`notebookDocument/didClose`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.features import did_close

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.NOTEBOOK_DOCUMENT_DID_CLOSE


def handle(ls: QuoinServer, params: types.DidCloseNotebookDocumentParams) -> None:
    """Forget the notebook and its cells, and end the work for them."""
    ls.notebooks.close(params.notebook_document.uri)
    for cell in params.cell_text_documents:
        did_close.handle(ls, types.DidCloseTextDocumentParams(cell))
