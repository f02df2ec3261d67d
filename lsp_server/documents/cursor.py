"""The cursor at which a completion is requested, and its left and right context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.model.ipc.patch import Patch
from quoin.lsp_server.documents.line_digests import utf8_length
from quoin.lsp_server.documents.positions import is_text
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.documents.edit_log import Span
    from quoin.lsp_server.documents.text_buffer import Point, TextBuffer


@dataclass(frozen=True)
class Cursor:
    """A place for a completion: the text from `start` to `end` is replaced by `given` and the completion.

    In an ordinary request `start` equals `end`, and `given` is empty. If an entry is selected in the editor's
    list of words, `given` is its text, with which the completion must begin.
    """

    start: Point
    end: Point
    given: str = ""


class Context:
    """The left context of a completion, including the given text, and its right context.

    A context refers to the buffer's text instead of copying it, so it is valid until the buffer's next edit.

    Attributes:
        left_length: length of the left context in characters.
        right_length: length of the right context in characters.
    """

    def __init__(self, buffer: TextBuffer, cursor: Cursor) -> None:
        self._buffer = buffer
        self._number = buffer.changes.number
        self._given = cursor.given
        self._start = self._end = buffer.locate(cursor.start)
        if cursor.end != cursor.start:
            self._end = buffer.locate(cursor.end)
        self._head = buffer.line(self._start[0])[: self._start[1]] + cursor.given
        self._tail = buffer.line(self._end[0])[self._end[1] :]
        self._before = buffer.before(self._start[0])
        self._after = buffer.after(buffer.line_count - 1 - self._end[0])
        self.left_length = self._before.characters + len(self._head)
        self.right_length = len(self._tail) + self._after.characters

    def __eq__(self, other: object) -> bool:
        """Return whether both contexts are equal, by their lengths and digests."""
        return isinstance(other, Context) and self._digests == other._digests

    def __hash__(self) -> int:
        """Return a hash of both contexts."""
        return hash(self._digests)

    @property
    def _digests(self) -> tuple[int, int, int, int]:
        return self.left_length, self.left_digest(self.left_length), self.right_length, self.right_digest(0)

    @property
    def recent(self) -> str:
        """The line up to the cursor; if it is blank, also the lines above, up to one that is not blank."""
        self._check()
        line, lines = self._start[0], [self._head]
        while line > 0 and not lines[-1].strip():
            line -= 1
            lines.append(self._buffer.line(line))
        return "".join(reversed(lines))

    @property
    def has_returns(self) -> bool:
        r"""Whether the cursor's line, or the one before it, ends with `\r\n`."""
        self._check()
        last = self._start[0]
        return any(self._buffer.line(line).endswith("\r\n") for line in range(max(0, last - 1), last + 1))

    @property
    def sides(self) -> tuple[str, str]:
        """Both contexts as texts; the cost grows with them."""
        self._check()
        last = self._buffer.line_count - 1
        below = (self._end[0] + 1, 0), (last, len(self._buffer.line(last)))
        right = self._tail if self._end[0] == last else self._tail + self._buffer.between(*below)
        return self.left_from(0), right

    def left_from(self, length: int) -> str:
        """Return the left context without its first `length` characters; the cost grows with the result."""
        line, index = self._in_left(length)
        if line == self._start[0]:
            return self._head[index:]
        return self._buffer.between((line, index), (self._start[0], 0)) + self._head

    def left_digest(self, length: int) -> int:
        """Return a digest of the left context's first `length` characters; the cost grows with the rest."""
        line, index = self._in_left(length)
        if not index and line and self._buffer.line(line - 1).endswith("\r"):
            # A \n may be inserted after a \r at the end, which then ends no line by itself. The digest counts
            # the \r as text of its line, so that it is equal in both cases.
            line -= 1
            index = len(self._buffer.line(line))
        here = self._head if line == self._start[0] else self._buffer.line(line)
        return hash((self._buffer.before(line).digest, here[:index]))

    def right_to(self, length: int) -> str:
        """Return the right context's first `length` characters, but at most its first line."""
        return self._tail[:length]

    def right_digest(self, begin: int) -> int:
        """Return a digest of the right context without `begin` characters at its first line's start."""
        return hash((self._after.digest, self._tail[begin:]))

    def since(self, mark: object) -> tuple[Patch, object]:
        """Return the change since a mark, and a new mark (see `quoin.engine.model.ipc.patch.SplitText`)."""
        self._check()
        buffer = self._buffer
        owner, number = mark if isinstance(mark, tuple) else (None, 0)
        spans = buffer.changes.since(number) if owner is buffer else None
        cursor = self._before.size + utf8_length(buffer.line(self._start[0])[: self._start[1]])
        gone = utf8_length(buffer.between(self._start, self._end))
        begins, ends, new = (0, 0, buffer.text) if spans is None else self._changed(spans)
        return Patch(begins, ends, new, cursor, gone, self._given), (buffer, self._number)

    def _changed(self, spans: Sequence[Span]) -> tuple[int, int, str]:
        """Return the numbers of unchanged bytes at the text's beginning and end, and the text between."""
        buffer, lines = self._buffer, self._buffer.line_count
        start = min((span.start for span in spans), default=self._start)
        rest = (lines - 1 - self._start[0], len(buffer.line(self._start[0])) - self._start[1])
        below, characters = min((span.end for span in spans), default=rest)
        last = lines - 1 - below
        index = len(buffer.line(last)) - characters
        ends = buffer.after(below).size + utf8_length(buffer.line(last)[index:])
        return buffer.size_before(*start), ends, buffer.between(start, (last, index))

    def _in_left(self, length: int) -> tuple[int, int]:
        """Return the line and the index where the first `length` characters of the left context end."""
        self._check()
        line, begin = self._start[0], self._before.characters
        while length < begin:
            line -= 1
            begin -= len(self._buffer.line(line))
        return line, length - begin

    def _check(self) -> None:
        if self._buffer.changes.number != self._number:
            raise AssertionError("the text around the cursor is another by now")


def context_at(document: Document, cursor: Cursor) -> Context | None:
    """Cut a document at a cursor; log a line and return None if nothing can be completed there."""
    if cursor.end.line >= document.buffer.line_count:
        log.info("no completion: line %d is outside the document", cursor.end.line)
        return None
    if not (document.buffer.is_text and is_text(cursor.given)):
        log.info("no completion: the document holds half of a surrogate pair")
        return None
    return Context(document.buffer, cursor)
