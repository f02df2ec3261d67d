"""Lines of a text."""

from __future__ import annotations

import pytest

from quoin.engine.util.lines import first_line, last_line, lines_below

LINES = [
    (b"", [b""]),
    (b"a", [b"a"]),
    (b"a\nb", [b"a", b"b"]),
    (b"a\n", [b"a", b""]),
    (b"a\r\nb\r\n", [b"a", b"b", b""]),
    (b"a\rb", [b"a", b"b"]),
    (b"\n\n", [b"", b"", b""]),
]


@pytest.mark.parametrize(("text", "lines"), LINES)
def test_lines_below(text: bytes, lines: list[bytes]) -> None:
    assert list(lines_below(text)) == lines


def test_the_cursor_s_line() -> None:
    assert last_line(b"a\n  b") == b"  b"
    assert first_line(b" c\r\nd") == b" c"
