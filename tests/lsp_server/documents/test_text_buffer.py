"""The buffer after any edits, beside a plain string edited the long way."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer

_CODECS = {Encoding.UTF8: ("utf-8", 1), Encoding.UTF16: ("utf-16-le", 2), Encoding.UTF32: ("utf-32-le", 4)}


def reference_offset(text: str, point: Point, encoding: Encoding) -> int:
    """Walk over the whole text, one character after another."""
    starts = [0] + [end.end() for end in re.finditer(r"\r\n|\r|\n", text)]
    if point.line < 0:
        return 0
    if point.line >= len(starts):
        return len(text)
    codec, size = _CODECS[encoding]
    at = starts[point.line]
    used = 0
    while at < len(text) and text[at] not in "\r\n":
        used += len(text[at].encode(codec, "surrogatepass")) // size
        if used > point.column:
            break
        at += 1
    return at


def reference_replace(text: str, start: Point, end: Point, new: str, encoding: Encoding) -> str:
    first, last = sorted(reference_offset(text, point, encoding) for point in (start, end))
    return text[:first] + new + text[last:]


TEXTS = st.text("ab \n\r\x0c\x85\u2028é😀\ud83d", max_size=12)
POINTS = st.builds(Point, st.integers(-1, 6), st.integers(-1, 12))
EDITS = st.lists(st.tuples(POINTS, POINTS, TEXTS), max_size=8)


@settings(deadline=None)
@given(TEXTS, EDITS, POINTS, st.sampled_from(Encoding))
def test_any_edits_give_what_a_plain_string_gives(
    text: str, edits: list[tuple[Point, Point, str]], cursor: Point, encoding: Encoding
) -> None:
    buffer = TextBuffer(text, encoding)
    for start, end, new in edits:
        buffer.replace(start, end, new)
        text = reference_replace(text, start, end, new, encoding)
        assert buffer.text == text
        assert buffer.line_count == len(re.findall(r"\r\n|\r|\n", text)) + 1
        assert buffer.is_text == (text.encode(errors="replace").decode() == text)
        for point in (start, cursor):
            at = reference_offset(text, point, encoding)
            assert buffer.between((0, 0), buffer.locate(point)) == text[:at]


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_another_text_is_what_it_says(text: str, other: str) -> None:
    buffer = TextBuffer(text, Encoding.UTF16)
    buffer.rewrite(other)
    assert buffer.text == other
    assert buffer.line_count == len(re.findall(r"\r\n|\r|\n", other)) + 1
    assert buffer.is_text == (other.encode(errors="replace").decode() == other)


@settings(deadline=None)
@given(TEXTS, POINTS, st.sampled_from(Encoding))
def test_any_point_splits_where_a_plain_string_does(text: str, point: Point, encoding: Encoding) -> None:
    buffer = TextBuffer(text, encoding)
    at = reference_offset(text, point, encoding)
    for one in (point, buffer.clamp(point)):
        assert buffer.between((0, 0), buffer.locate(one)) == text[:at]


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
    ],
)
def test_edits(text: str, start: tuple[int, int], end: tuple[int, int], new: str, after: str) -> None:
    buffer = TextBuffer(text, Encoding.UTF16)
    buffer.replace(Point(*start), Point(*end), new)
    assert buffer.text == after
