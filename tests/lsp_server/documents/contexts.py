"""Cursors by the texts on both sides, and the texts by cursors."""

from __future__ import annotations

from quoin.engine.model.ipc.patch import patched
from quoin.lsp_server.documents.cursor import Context, Cursor
from quoin.lsp_server.documents.positions import Encoding, split_lines
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer


def context_of(left: str, right: str) -> Context:
    """A cursor between two texts, of which none ends in the middle of a line end."""
    lines = split_lines(left)
    at = Point(len(lines) - 1, len(lines[-1]))
    return Context(TextBuffer(left + right, Encoding.UTF32), Cursor(at, at))


def sides_of(context: Context) -> tuple[str, str]:
    """The texts on both sides, as they would come to a model that knows nothing."""
    _, (left, right) = patched((b"", b""), context.since(None)[0])
    return left.decode(), right.decode()
