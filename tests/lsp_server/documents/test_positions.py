"""Lines and columns as LSP counts them, beside encoders that count units the long way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.lsp_server.documents.positions import Encoding, content_length, index_of, split_lines, units


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a\n", ""]),
        ("a\r\nb", ["a\r\n", "b"]),
        ("a\rb", ["a\r", "b"]),
        ("\n\r\n\r", ["\n", "\r\n", "\r", ""]),
        ("\r\r\n", ["\r", "\r\n", ""]),
        ("a\x0cb\x0b\x1c\x85\u2028\u2029c", ["a\x0cb\x0b\x1c\x85\u2028\u2029c"]),
    ],
)
def test_only_three_line_ends(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize(
    ("line", "encoding", "column", "index"),
    [
        ("é😀x\n", Encoding.UTF8, 2, 1),
        ("é😀x\n", Encoding.UTF8, 6, 2),
        ("é😀x\n", Encoding.UTF16, 1, 1),
        ("é😀x\n", Encoding.UTF16, 3, 2),
        ("é😀x\n", Encoding.UTF32, 2, 2),
        # Inside a character is before it.
        ("é😀x\n", Encoding.UTF8, 1, 0),
        ("é😀x\n", Encoding.UTF8, 5, 1),
        ("é😀x\n", Encoding.UTF16, 2, 1),
        # Past the content is at its end, before the line end.
        ("é😀x\r\n", Encoding.UTF16, 5, 3),
        ("abc\r\n", Encoding.UTF16, 4, 3),
        ("abc\r", Encoding.UTF8, 99, 3),
        ("\n", Encoding.UTF32, 1, 0),
        ("abc", Encoding.UTF16, -1, 0),
        # Half of a surrogate pair is one unit of UTF-16 and three bytes.
        ("\ud800x", Encoding.UTF16, 1, 1),
        ("\ud800x", Encoding.UTF8, 3, 1),
    ],
)
def test_columns(line: str, encoding: Encoding, column: int, index: int) -> None:
    assert index_of(line, column, encoding) == index


_CODECS = {Encoding.UTF8: ("utf-8", 1), Encoding.UTF16: ("utf-16-le", 2), Encoding.UTF32: ("utf-32-le", 4)}


@given(st.text("ab\x85\u2028é€😀\ud800"), st.sampled_from(Encoding))
def test_units_are_those_of_the_codec(text: str, encoding: Encoding) -> None:
    codec, size = _CODECS[encoding]
    assert units(text, encoding) == len(text.encode(codec, "surrogatepass")) // size


@given(st.text("ab\x85é€😀\n\r"), st.sampled_from(Encoding))
def test_each_index_comes_back_from_its_column(text: str, encoding: Encoding) -> None:
    for line in split_lines(text):
        for index in range(content_length(line) + 1):
            assert index_of(line, units(line[:index], encoding), encoding) == index
