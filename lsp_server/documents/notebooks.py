"""The open notebooks: which documents are cells of one program, and in which order they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.documents.documents import Document, Documents


class OtherCells(NamedTuple):
    """The texts of the cells before a cell and of those after it, in their order."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class Notebooks:
    """The notebooks that a client has opened; their cells are documents."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._cells: dict[str, list[str]] = {}

    def open(self, uri: str, cells: Sequence[str]) -> None:
        """Open a notebook with the URIs of its cells."""
        self._cells[uri] = list(cells)

    def change(self, uri: str, start: int, deleted: int, cells: Sequence[str]) -> None:
        """Put cells in place of so many others from an index on, if the notebook is open."""
        if uri in self._cells:
            self._cells[uri][start : start + deleted] = cells

    def close(self, uri: str) -> None:
        """Forget a notebook; one that is not open is left alone."""
        self._cells.pop(uri, None)

    def beside(self, uri: str) -> Sequence[str]:
        """Return the URIs of all cells of a cell's notebook; empty for a document that is no cell."""
        return next((cells for cells in self._cells.values() if uri in cells), ())

    def around(self, cell: Document) -> OtherCells:
        """Return the texts of the other cells in a cell's language; none for a document that is no cell.

        A cell that holds half of a character is left out.
        """
        cells = self.beside(cell.uri)
        if not cells:
            return OtherCells()
        here = cells.index(cell.uri)
        return OtherCells(self._texts(cells[:here], cell), self._texts(cells[here + 1 :], cell))

    def _texts(self, cells: Sequence[str], like: Document) -> tuple[str, ...]:
        found = (self._documents.find(uri) for uri in cells)
        return tuple(
            one.buffer.text
            for one in found
            if one is not None and one.language_id == like.language_id and one.buffer.is_text
        )
