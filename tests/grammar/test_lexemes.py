"""Python's lexemes where they touch: what one table of cases says, the oracle says too."""

from __future__ import annotations

import ast
import sys
import warnings

import pytest

import engine

PROGRAMS = [
    # Numbers and the keywords that may follow them at once.
    "1if x else y", "1or 2", "1.or 2", "1jor 2", "00or 1", "0xfor x", "[0xfor x in y]", "0b1and 1",
    "1..real", "1.5.real", "1.e5", "1_000j", "0_0", "09.5", "09e1", "09j", "1e5if x else y",
    # Strings: quotes, escapes, line ends.
    "''", "''''''", "''''a'''", "'''a''b'''", '"\'"', "'a' 'b'", "'a''b'", '""""a"""', "rb'' B''",
    "'\\\n'", "'\\\r\n'", "'\\\r'", "'''\r\n\r\n'''", "r'\\''", "b'\\u'", "'\\N{EM DASH}'", "fR'\\x'",
    # Line ends, comments, joined lines, blanks.
    "a\rb", "a\r\nb", "a\r\n\r\n  # b\r\nc", "a \\\r\n+ b", "#", "# \u00e9", "a;", "\x0ca", "a\t=\x0c1",
    "if a:\n\tb\n\tc", "if a:\n \\\n  b\n c",
    # Names and signs.
    "caf\u00e9 = _", "x\u00b71", "a[b:-1]", "a[b:=1]", "a if b else...", "a<-b",
]  # fmt: skip

NO_PROGRAMS = [
    "0or 1", "1as", "raise 1from x", "[1async for x in y]", "with 1as x: pass", "01", "0_7", "1__0", "1_",
    "0x", "0o8", "0b12", "1e", "1e+", "1.real", "1_.5", "0x_", "1 2",
    "'", "'a", "'''", "'''a''", "''''", "'\n'", "'\r'", "'\\\r\n\n'", "r'\\'", "ur''", "bu''", "bf''",
    "'\\x4'", "'\\u004'", "'\\U00110000'", "'\\N'", "'\\N{'", "b'\\x4'", "b'\u00e9'", "'a' b'b'", "f'\\x4'",
    "a \\ \n+ b", "a \\", "a \\\n", "\\", "\x0b", "\u00a0", "a\u00a0= b", "$", "?", "!", "a ! = b", "\u20ac",
    "if a:\n\tb\n        c", "a\n b", " a", "\u0301a",
]  # fmt: skip


def is_program(text: str) -> bool:
    state = engine.load_language("python").quotient("", "").start()
    return state.advance(text.encode()) and state.member


@pytest.mark.parametrize("text", PROGRAMS, ids=ascii)
def test_is_a_program(text: str) -> None:
    assert is_program(text)


@pytest.mark.parametrize("text", NO_PROGRAMS, ids=ascii)
def test_is_no_program(text: str) -> None:
    assert not is_program(text)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the grammar is that of Python 3.11")
@pytest.mark.parametrize("text", PROGRAMS + NO_PROGRAMS, ids=ascii)
def test_the_tables_are_what_python_says(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError:
            parses = False
        else:
            parses = True
    assert parses == (text in PROGRAMS)
