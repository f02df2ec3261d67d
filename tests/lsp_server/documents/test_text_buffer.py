"""The buffer after any edits, beside an editor's text of code units edited the long way."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from tests.support.editor_text import EditorText, is_whole

# The halves are those of the character, and of others.
TEXTS = st.text("ab \n\r\x0c\x85\u2028é😀\ud83d\ude00\udc01", max_size=12)
POINTS = st.builds(Point, st.integers(-1, 6), st.integers(-1, 12))
EDITS = st.lists(st.tuples(POINTS, POINTS, TEXTS), max_size=8)


def check(buffer: TextBuffer, model: EditorText) -> None:
    assert buffer.text == model.text
    assert buffer.line_count == len(re.findall(r"\r\n|\r|\n", model.text)) + 1
    assert buffer.is_text == is_whole(model.text)


@given(TEXTS, EDITS, POINTS, st.sampled_from(Encoding))
def test_any_edits_give_what_the_editor_has(
    text: str, edits: list[tuple[Point, Point, str]], cursor: Point, encoding: Encoding
) -> None:
    buffer, model = TextBuffer(text, encoding), EditorText(text, encoding.value)
    for start, end, new in edits:
        buffer.replace(start, end, new)
        model.replace(start, end, new)
        check(buffer, model)
        for point in (start, cursor):
            assert buffer.between((0, 0), buffer.locate(point)) == model.before(point)


@given(TEXTS, TEXTS)
def test_another_text_is_what_it_says(text: str, other: str) -> None:
    buffer = TextBuffer(text, Encoding.UTF16)
    buffer.rewrite(other)
    check(buffer, EditorText(other, "utf-16"))


@given(TEXTS, POINTS, st.sampled_from(Encoding))
def test_any_point_splits_where_the_editor_does(text: str, point: Point, encoding: Encoding) -> None:
    buffer, model = TextBuffer(text, encoding), EditorText(text, encoding.value)
    for one in (point, buffer.clamp(point)):
        assert buffer.between((0, 0), buffer.locate(one)) == model.before(point)


@pytest.mark.parametrize(
    ("text", "start", "end", "new", "after"),
    [
        ("ab\ncd", (0, 1), (1, 1), "X", "aXd"),
        ("ab\ncd", (1, 1), (0, 1), "X", "aXd"),
        ("ab\r\ncd", (0, 99), (0, 99), "X", "abX\r\ncd"),
        ("ab", (7, 0), (9, 9), "X", "abX"),
        ("a\x0cb\u2028c\nd", (1, 0), (1, 1), "X", "a\x0cb\u2028c\nX"),
        ("a\rb", (1, 0), (1, 0), "\n", "a\r\nb"),
        ("é😀x", (0, 3), (0, 4), "", "é😀"),
        ("", (0, 0), (0, 0), "a\nb", "a\nb"),
        # A half is inserted beside the other one, removed, replaced by another.
        ("x\ud83d", (0, 2), (0, 2), "\ude00y", "x😀y"),
        ("\ude00", (0, 0), (0, 0), "\ud83d", "😀"),
        ("😀", (0, 1), (0, 2), "", "\ud83d"),
        ("😀", (0, 0), (0, 1), "", "\ude00"),
        ("😀", (0, 1), (0, 2), "\ude01", "😁"),
        ("😀", (0, 1), (0, 1), "x", "\ud83dx\ude00"),
        ("😀", (0, 1), (0, 1), "\ude01\ud83d", "😁😀"),
        ("\ud83dx\ude00", (0, 1), (0, 2), "", "😀"),
        ("\ud83dx\n\ude00", (0, 1), (1, 0), "", "😀"),
        ("😀x😀", (0, 1), (0, 4), "", "😀"),
        ("😀x😀", (0, 4), (0, 1), "", "😀"),
        ("\ud83d\n", (0, 1), (0, 1), "", "\ud83d\n"),
    ],
)
def test_edits(text: str, start: tuple[int, int], end: tuple[int, int], new: str, after: str) -> None:
    buffer = TextBuffer(text, Encoding.UTF16)
    buffer.replace(Point(*start), Point(*end), new)
    assert buffer.text == after
