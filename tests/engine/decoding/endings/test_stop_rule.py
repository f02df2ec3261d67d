"""Where the stop rules end a middle; `█` marks the place, and is absent where there is none."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from quoin.engine.decoding.endings.stop_rule import StopRule

if TYPE_CHECKING:
    from quoin.engine.decoding.request import Stop

MARK = "█"


def may_end(text: bytes) -> bool:
    """Of a language whose texts have balanced brackets and no line that ends with a colon."""
    return text.count(b"(") == text.count(b")") and not text.endswith(b":")


def stop_of(kind: Stop, left: bytes, middle: bytes, *, parts: list[bytes], right: bytes = b"") -> int | None:
    """The stop in a middle that comes in parts; simple ones are skipped."""
    rule = StopRule(kind, left, right)
    offset = 0
    for part in parts:
        if rule.simple(part):
            rule.skip(part)
            offset += len(part)
            continue
        for byte in part:
            stop = rule.follow(byte, partial(may_end, left + middle[:offset]))
            if stop is not None:
                return stop
            offset += 1
    return None


def check(kind: Stop, left: str, marked: str, right: str = "") -> None:
    middle = marked.replace(MARK, "").encode()
    place = marked.find(MARK)
    expected = None if place < 0 else len(marked[:place].encode())
    every_byte = [bytes([byte]) for byte in middle]
    assert stop_of(kind, left.encode(), middle, parts=every_byte, right=right.encode()) == expected


LINES = [
    ("x = ", "1█\ny"),
    ("x = ", "1█\r\ny"),
    ("x = ", "1█\ry"),
    ("x = ", "1"),
    ("x = ", "é█\n"),
    ("x", "\n    y = 2█\n"),
    ("x", "\n\n  \n    y = 2█\nz"),
    ("x = ", "f(\n  a)█\n"),
    ("x = ", "# note█\n"),
    ("", "\n\n\n"),
    ("if a:", "\n    b█\n    c"),
]

STATEMENTS = [
    # A simple statement is one logical line, known to be over when the next one begins.
    ("    x = ", "1█\n    y = 2"),
    ("    x = ", "1█\ny = 2"),
    ("    x = ", "1█\n\n    y = 2"),
    ("    x = ", "1\n"),
    ("    x = ", "f(\n        a)█\n    y"),
    ("    x = ", "f(\na)█\n    y"),
    # A compound one comes with its block.
    ("if a:", "\n    b\n    c█\nd"),
    ("    if a:", "\n        b\n        c█\n\n    d"),
    ("    ", "for a in b:\n        c█\n    d"),
    ("", "for a in b:\n    c█\nd"),
    ("x\n", "    y█\n    z"),
    # Tabs go to the next multiple of eight columns, form feeds to column 0.
    ("\tx = ", "1█\n        y"),
    ("x = ", "1█\n  \fy"),
]

BLOCKS = [
    ("    x = ", "1\n    y = 2\n    z█\nw"),
    ("    x = ", "1\n    y = 2\n        z\n    v█\n  w"),
    ("def f():", "\n    a\n    b█\n\ndef g()"),
    ("    def f():", "\n        a\n        b█\n    def g()"),
    ("def f():\n    ", "a\n    b█\nc"),
    # A continuation line is not the block.
    ("def f(a,", "\n        b):\n    c\n    d█\ne"),
    ("x = ", "1\ny = 2\n"),
]


@pytest.mark.parametrize(("left", "marked"), LINES)
def test_line(left: str, marked: str) -> None:
    check("line", left, marked)


@pytest.mark.parametrize(("left", "marked"), STATEMENTS)
def test_statement(left: str, marked: str) -> None:
    check("statement", left, marked)


@pytest.mark.parametrize(("left", "marked"), BLOCKS)
def test_block(left: str, marked: str) -> None:
    check("block", left, marked)


@pytest.mark.parametrize("text", ["a\nb\n", "  a\nb", "(a\n)\n\nb", "if a:\n    b\nc\n"])
def test_the_model_s_own_end_is_no_stop(text: str) -> None:
    check("end", "", text)


@pytest.mark.parametrize("kind", ["line", "statement", "block", "end"])
@pytest.mark.parametrize(("left", "marked"), LINES + STATEMENTS + BLOCKS)
@pytest.mark.parametrize("size", [2, 3, 5, 100])
def test_the_stop_does_not_depend_on_the_tokens(kind: Stop, left: str, marked: str, size: int) -> None:
    middle = marked.replace(MARK, "").encode()
    by_byte = [bytes([byte]) for byte in middle]
    by_size = [middle[start : start + size] for start in range(0, len(middle), size)]
    expected = stop_of(kind, left.encode(), middle, parts=by_byte)
    assert stop_of(kind, left.encode(), middle, parts=by_size) == expected


BLOCK = "\n\n        b\n"


@pytest.mark.parametrize(
    ("kind", "left", "marked", "right"),
    [
        ("statement", "    if a", " is b█\n        c", BLOCK),
        ("block", "    ", "a = b█\n    c", BLOCK),
        ("statement", "\tif a", " is b\n\t\tc", BLOCK),
        ("statement", "    if a", " is (\n        c)\n        d", BLOCK),
        ("statement", "    if a", " is b\n        c", "\n    b\n"),
        ("statement", "    if a", " is b\n        c", "\n"),
        ("end", "    if a", " is b\n        c", BLOCK),
        # What the rest of the cursor's line belongs to ends in that line, unless it closes a bracket.
        ("statement", "    x = a", " + b█\n        + c", "; d\n"),
        ("statement", "    x = f(", "a)\n        + c", ")\n"),
        ("statement", "    ", "x = a\n        + b", "; d\n"),
        ("end", "    x = a", " + b\n        + c", "; d\n"),
    ],
)
def test_where_the_first_line_is_the_last(kind: Stop, left: str, marked: str, right: str) -> None:
    check(kind, left, marked, right)


def test_a_copy_goes_its_own_way() -> None:
    rule = StopRule("line", b"")
    copy = rule.copy()
    rule.follow(ord("a"), lambda: True)
    assert rule.any_text
    assert not copy.any_text


@pytest.mark.parametrize(
    ("follows", "token", "expected"),
    [
        ("):", ")", True),
        ("):", "):", True),
        ("):", "):\n    pass", True),
        ("):  ", "): \n", True),
        ("):", "))", False),
        ("):", ").", False),
        (" + b", " +", True),
        (" + b", " ", False),
        ("", "\n", False),
        ("", ")", False),
        ("):", "", False),
    ],
)
def test_a_token_that_says_what_follows(follows: str, token: str, expected: bool) -> None:
    assert StopRule("line", b"", follows.encode()).repeats(token.encode()) == expected
    assert not StopRule("end", b"", follows.encode()).repeats(token.encode())
