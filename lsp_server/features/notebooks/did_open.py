"""`notebookDocument/didOpen`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.features import did_open

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.NOTEBOOK_DOCUMENT_DID_OPEN


def handle(ls: QuoinServer, params: types.DidOpenNotebookDocumentParams) -> None:
    """Store the notebook's order, and open its cells."""
    notebook = params.notebook_document
    ls.notebooks.open(notebook.uri, [cell.document for cell in notebook.cells])
    for item in params.cell_text_documents:
        did_open.handle(ls, types.DidOpenTextDocumentParams(item))
