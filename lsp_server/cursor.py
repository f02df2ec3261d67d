"""Where a completion is wanted, and the text around that place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsp_server.logs import log
from lsp_server.positions import is_text

if TYPE_CHECKING:
    from lsp_server.documents import Document
    from lsp_server.text_buffer import Point


@dataclass(frozen=True)
class Cursor:
    """Where a completion is wanted: text from `start` to `end` is replaced by `given` and the completion.

    In an ordinary request the three are empty but for the place itself; an entry selected in an
    editor's list of words is text that the completion must begin with.
    """

    start: Point
    end: Point
    given: str = ""


@dataclass(frozen=True)
class Context:
    """The text before a completion, with what is given of it, and the text behind it."""

    left: str
    right: str


def context_at(document: Document, cursor: Cursor) -> Context | None:
    """Cut a document at a cursor; None, with a line in the log, where nothing can be completed."""
    if cursor.end.line >= document.buffer.line_count:
        log.info("no completion: line %d is outside the document", cursor.end.line)
        return None
    if not (document.buffer.is_text and is_text(cursor.given)):
        log.info("no completion: the document holds half of a surrogate pair")
        return None
    left, right = document.buffer.split(cursor.start)
    if cursor.end != cursor.start:
        right = document.buffer.split(cursor.end)[1]
    return Context(left + cursor.given, right)
