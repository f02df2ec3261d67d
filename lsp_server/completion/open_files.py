"""The other open documents, for a model that takes them as additional context."""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from quoin.engine.model import OtherFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.documents.documents import Document, Documents
    from quoin.lsp_server.documents.notebooks import Notebooks, OtherCells
    from quoin.lsp_server.languages.languages import Languages

MAX_CHARACTERS = 200_000
"""Length limit in characters: a longer document is left out, since it is data or generated code."""


class OpenFiles:
    """Selects other open documents for a document.

    Attributes:
        roots: URIs of the folders that are open in the editor.
    """

    def __init__(self, documents: Documents, languages: Languages, notebooks: Notebooks) -> None:
        self._documents = documents
        self._notebooks = notebooks
        self._languages = languages
        self.roots: Sequence[str] = ()

    def of(self, document: Document, most: int) -> tuple[OtherFile, ...]:
        """Return paths and texts of at most `most` other documents in its language, the last used first.

        A document that holds half of a character is left out, and so are a cell's other cells.
        """
        own = (document.uri, *self._notebooks.beside(document.uri))
        language = self._languages.of(document.language_id, document.uri)
        others: list[OtherFile] = []
        for other in self._documents.latest_first() if most else ():
            if other.uri in own or self._languages.of(other.language_id, other.uri) != language:
                continue
            if not other.buffer.is_text:
                continue
            text = other.buffer.text
            if len(others) < most and len(text) <= MAX_CHARACTERS and text and not text.isspace():
                others.append(OtherFile(self.path(other), text))
        return tuple(others)

    def cells(self, document: Document) -> OtherCells:
        """Return the texts of the cells around a cell of a notebook."""
        return self._notebooks.around(document)

    def path(self, document: Document) -> str:
        """Return the path below the open folder, or else the file's name: the folders above are private."""
        return _path(document.uri, tuple(self.roots))


@lru_cache(256)
def _path(uri: str, roots: tuple[str, ...]) -> str:
    path = PurePosixPath(unquote(urlsplit(uri).path))
    for root in roots:
        folder = PurePosixPath(unquote(urlsplit(root).path))
        if path.is_relative_to(folder):
            return str(path.relative_to(folder))
    return path.name
