"""Lines around a cursor and their indentation."""

from __future__ import annotations

import pytest

from engine.decoding import indentation
from engine.decoding.indentation import NEAR, NEAR_BYTES, lines_above, lines_below, of_logical_line, unit

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


@pytest.mark.parametrize(("text", "lines"), LINES)
def test_lines_above(text: bytes, lines: list[bytes]) -> None:
    """Two bytes that end a line count as two ends: the blank line between them has no content."""
    found = [line for line in lines_above(text) if line]
    assert found == [line for line in reversed(lines) if line]


def test_only_whole_lines_near_the_end_are_seen() -> None:
    line = b"x" * 99 + b"\n"
    found = list(lines_above(line * (NEAR_BYTES // 50)))
    assert {len(one) for one in found} == {0, 99}
    assert len(found) == NEAR_BYTES // 100 + 1


LOGICAL = [
    (b"", b""),
    (b"  a", b"  "),
    (b"if a:\n  b", b"  "),
    (b"  f(a,\n     b)", b"  "),
    (b"  f(a,\n     b", b"     "),
    (b"  f(')',\n     b)", b"  "),
    (b"  f(a,  # :)\n     b)", b"  "),
    (b"  a = b + \\\n     c", b"  "),
    (b"  a = [b, \\\n     c]", b"  "),
    (b"  a = {\n    b: [\n    c]}", b"  "),
    (b'  """a\n b"""', b"  "),
    (b'  """a (\n b\n"""', b"  "),
    (b'  f("""a\n b""",\n c)', b"  "),
    (b'  """a"""', b"  "),
    (b'  """a"""\n    b', b"    "),
    (b"(\n" + b"a,\n" * NEAR + b")", None),
]


@pytest.mark.parametrize(("text", "expected"), LOGICAL)
def test_logical_lines(text: bytes, expected: bytes | None) -> None:
    assert of_logical_line(text) == expected


IN_STRINGS = [
    (b"  f('a", b"  "),
    (b"  f(b,\n    'a", b"    "),
    (b'  """a', b"  "),
    (b'  """a\n\nb', b"  "),
    (b"  '''a\n  \"b", b"  "),
    (b'  """a"""\n    b = """c\nd', b"    "),
    (b"a\n" * NEAR, None),
]


@pytest.mark.parametrize(("text", "expected"), IN_STRINGS)
def test_logical_lines_that_end_in_a_string(text: bytes, expected: bytes | None) -> None:
    assert of_logical_line(text, in_string=True) == expected


UNITS = [
    (b"", b"", None),
    (b"a\n  b\n", b"", None),
    (b"if a:\n  b\n", b"", b"  "),
    (b"if a:\n\tb\n", b"", b"\t"),
    (b"if a:\n    b\n", b"if c:\n  d\nif e:\n  f\n", b"  "),
    (b"if a:\n\n    # b\n    c\n", b"", b"    "),
    (b"if a:  \n    b\n", b"", b"    "),
    (b"f(a,\n  b)\nif c:\n        d\n", b"", b"        "),
]


@pytest.mark.parametrize(("left", "right", "expected"), UNITS)
def test_units(left: bytes, right: bytes, expected: bytes | None) -> None:
    assert unit(left, right) == expected


def test_the_cursor_s_line() -> None:
    assert indentation.last_line(b"a\n  b") == b"  b"
    assert indentation.first_line(b" c\r\nd") == b" c"
    assert indentation.of_line(b" \t c ") == b" \t "
