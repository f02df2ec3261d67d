"""Cursors in documents under edits: whatever was kept, all is as if the documents had just been opened."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.endings.stop_rule import stop_for
from quoin.engine.model.ipc.delta import ReceivedTexts, SentTexts
from quoin.lsp_server.documents import edit_log, line_digests
from quoin.lsp_server.documents.cursor import Context, Cursor, context_at
from quoin.lsp_server.documents.documents import Document, Documents, Edit
from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from tests.lsp_server.documents.contexts import sides_of
from tests.support.effort import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXTS = st.text("ab:)\n\r é😀", max_size=12)
# With halves of surrogate pairs, as a client may send them one after the other.
ANY = TEXTS | st.text("a\n\ud83d\ude00", max_size=4)
POINTS = st.builds(Point, st.integers(0, 8), st.integers(0, 9))
GIVEN = st.text("ab😀", max_size=3)

Step = tuple[str, str, Any]
URIS = st.sampled_from(["a", "b", "c", "d", "e", "f"])
STEPS = st.one_of(
    st.tuples(st.just("edit"), URIS, st.tuples(POINTS, POINTS, ANY)),
    st.tuples(st.just("ask"), URIS, st.tuples(POINTS, POINTS, GIVEN)),
    st.tuples(st.just("rewrite"), URIS, ANY),
    st.tuples(st.just("open"), URIS, TEXTS),
    st.tuples(st.just("restart"), URIS, st.none()),
)


@pytest.fixture(scope="module", autouse=True)
def _little_is_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_digests, "_STEP", 2)
        patch.setattr(edit_log, "_MAX_SPANS", 3)
        yield


def cursor_of(document: Document, start: Point, end: Point, given: str) -> Cursor:
    start, end = sorted(map(document.buffer.clamp, (start, end)))
    return Cursor(start, end, given)


def fresh(document: Document, cursor: Cursor) -> tuple[Context, str, str]:
    """The same in a buffer that was never edited, and the texts on both sides."""
    buffer = TextBuffer(document.buffer.text, document.buffer.encoding)
    left = buffer.between((0, 0), buffer.locate(cursor.start)) + cursor.given
    right = buffer.text[len(buffer.between((0, 0), buffer.locate(cursor.end))) :]
    return Context(buffer, cursor), left, right


class Worker:
    """The texts of requests, sent and received."""

    def __init__(self) -> None:
        self.client, self.worker = SentTexts(), ReceivedTexts()

    def sides(self, document: Document, context: Context) -> tuple[bytes, bytes]:
        request = {"other_files": [], "left": "", "right": "", "cut": context, "document": document.uri}
        unpacked = self.worker.unpack(json.loads(json.dumps(self.client.pack(request))))
        return unpacked["left"], unpacked["right"]


@examples(300)
@given(st.lists(STEPS, max_size=25), st.sampled_from(Encoding))
def test_any_edits(steps: list[Step], encoding: Encoding) -> None:
    documents, worker = Documents(), Worker()
    documents.encoding = encoding
    for uri in "abcdef":
        documents.open(uri, "python", 1, "if a:\r\n\n  b\n" * 3)
    for kind, uri, what in steps:
        document = documents.get(uri)
        if kind == "edit":
            start, end, text = what
            documents.change(uri, 2, [Edit(text, (start, end))])
        elif kind == "rewrite":
            documents.change(uri, 2, [Edit(what)])
        elif kind == "open":
            documents.open(uri, "python", 1, what)
        elif kind == "restart":
            worker = Worker()
        elif (context := context_at(document, cursor_of(document, *what))) is not None:
            other, left, right = fresh(document, cursor_of(document, *what))
            assert worker.sides(document, context) == (left.encode(), right.encode())
            assert sides_of(context) == (left, right)
            assert context == other
            assert (context.left_length, context.right_length) == (len(left), len(right))
            assert context.left_from(len(left) // 2) == left[len(left) // 2 :]
            assert context.left_digest(len(left) // 2) == other.left_digest(len(left) // 2)
            assert right.startswith(context.right_to(3))
            assert stop_for("auto", context.recent) == stop_for("auto", left)


@examples(200)
@given(TEXTS, TEXTS, st.integers(0, 12), st.integers(0, 12))
def test_contexts_are_the_same_where_their_texts_are(one: str, other: str, at: int, there: int) -> None:
    first, second = (
        fresh(
            Document("u", "python", 1, TextBuffer(text, Encoding.UTF32)), Cursor(Point(0, at), Point(0, at))
        )
        for text, at in ((one, at), (other, there))
    )
    assert (first[0] == second[0]) == (first[1:] == second[1:])


def test_a_cursor_is_of_no_use_behind_an_edit() -> None:
    buffer = TextBuffer("a\nb\n", Encoding.UTF16)
    context = Context(buffer, Cursor(Point(1, 0), Point(1, 0)))
    buffer.replace(Point(0, 0), Point(0, 0), "x")
    with pytest.raises(AssertionError):
        context.since(None)
