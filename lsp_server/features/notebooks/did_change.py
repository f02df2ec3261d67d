"""`notebookDocument/didChange`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.features import did_change, did_close, did_open

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.NOTEBOOK_DOCUMENT_DID_CHANGE


def handle(ls: QuoinServer, params: types.DidChangeNotebookDocumentParams) -> None:
    """Change the notebook's order, open and close cells, and apply the edits of their texts."""
    cells = params.change.cells
    if cells is None:
        return
    if cells.structure is not None:
        _reorder(ls, params.notebook_document.uri, cells.structure)
    for edited in cells.text_content or ():
        did_change.handle(ls, types.DidChangeTextDocumentParams(edited.document, edited.changes))


def _reorder(ls: QuoinServer, uri: str, structure: types.NotebookDocumentCellChangeStructure) -> None:
    array = structure.array
    there = [cell.document for cell in array.cells or ()]
    ls.notebooks.change(uri, array.start, array.delete_count, there)
    for item in structure.did_open or ():
        did_open.handle(ls, types.DidOpenTextDocumentParams(item))
    for closed in structure.did_close or ():
        did_close.handle(ls, types.DidCloseTextDocumentParams(closed))
