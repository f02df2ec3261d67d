"""Lines of a text."""

from __future__ import annotations

import pytest

from quoin.engine.util.lines import first_line, is_between_columns, last_line, lines_below

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


@pytest.mark.parametrize(
    ("left", "right", "is_between"),
    [
        (b"def f():\n    x\n  ", b"\n    y\n", True),
        (b"def f():\n    x\n    ", b"\n    y\n", False),
        (b"if a:\n    if b:\n        x\n      ", b"", True),
        # A deeper block may begin at any column.
        (b"def f():\n    x\n        ", b"\n    y\n", False),
        (b"a\n  ", b"\nb\n", False),
        (b"def f():\n    x\n  z", b"\n    y\n", False),
        (b"def f():\n    x\n", b"\n    y\n", False),
        # The rest of the cursor's line is none.
        (b"def f():\n    x\n  ", b"  y\n  # z\n", False),
        (b"def f():\n\t\tx\n\t", b"\n", True),
    ],
)
def test_unfinished_indentation(left: bytes, right: bytes, is_between: bool) -> None:
    assert is_between_columns(left, right) is is_between
