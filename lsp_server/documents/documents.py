"""The open documents, by their URIs."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from quoin.lsp_server.errors import UnknownDocumentError


@dataclass
class Document:
    """An open document: its text, and its URI, language and version as the client sent them.

    `edited_at` is the time of its last edit, in seconds of the monotonic clock; None before the first one.
    """

    uri: str
    language_id: str
    version: int
    buffer: TextBuffer
    edited_at: float | None = None


@dataclass(frozen=True)
class Edit:
    """An edit, which replaces a range by a text, or the whole text if the range is None."""

    text: str
    span: tuple[Point, Point] | None = None


class Documents:
    """The documents that a client has opened."""

    def __init__(self) -> None:
        self.encoding = Encoding.UTF16
        self._open: OrderedDict[str, Document] = OrderedDict()

    def open(self, uri: str, language_id: str, version: int, text: str) -> Document:
        """Open a document with its text, replacing an open one with an equal URI."""
        document = Document(uri, language_id, version, TextBuffer(text, self.encoding))
        self._open[uri] = document
        self._open.move_to_end(uri)
        return document

    def change(self, uri: str, version: int, edits: list[Edit]) -> Document:
        """Apply edits one after another.

        Raises:
            UnknownDocumentError: the document is not open.
        """
        document = self.get(uri)
        for edit in edits:
            if edit.span is None:
                document.buffer.rewrite(edit.text)
            else:
                document.buffer.replace(*edit.span, edit.text)
        document.version = version
        document.edited_at = time.monotonic()
        self._open.move_to_end(uri)
        return document

    def close(self, uri: str) -> None:
        """Forget a document; one that is not open is left alone."""
        self._open.pop(uri, None)

    def latest_first(self) -> list[Document]:
        """Return all open documents, the last opened or changed one first."""
        return list(reversed(self._open.values()))

    def get(self, uri: str) -> Document:
        """Return an open document.

        Raises:
            UnknownDocumentError: the document is not open.
        """
        try:
            return self._open[uri]
        except KeyError:
            raise UnknownDocumentError(uri) from None

    def find(self, uri: str) -> Document | None:
        """Return an open document; None if it is not open."""
        return self._open.get(uri)
