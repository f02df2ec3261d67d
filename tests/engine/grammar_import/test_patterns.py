"""Expressions of tree-sitter match the same texts when they are a terminal's."""

from __future__ import annotations

import re

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.grammar_import.patterns import terminal_pattern
from quoin.engine.languages.dialect import refusal
from tests.support.effort import examples

# What stands in grammars, and what is written for it.
CASES = [
    ("[a-zA-Z_]\\w*", "/[a-zA-Z_]\\w*/"),
    (r"[^/*]", r"/[^\/*]/"),
    (r"\/[^\*\s,;!{}()\[\]]", r"/\/[^*\s,;!{}()\[\]]/"),
    (r"[-_]", r"/[\-_]/"),
    (r"[a-zA-Z0-9-_\xA0-\xFF]", "/[a-zA-Z0-9\\-_\\u00a0-ÿ]/"),
    (r"\d{2,3}", r"/\d{2,3}/"),
    (r"{", r"/\{/"),
    (r"\u0041\u{42}", "/AB/"),
    (r"\$|_", r"/\$|_/"),
    (r"[^]", r"/[\s\S]/"),
    (r"\p{XID_Start}", r"/\p{XID_Start}/"),
    (r"[\w-]", r"/[\w\-]/"),
    ("a\nb", r"/a\nb/"),
    (r"[&~[]", r"/[\&\~\[]/"),
    (r"\0\b", r"/\x00\x08/"),
    ("[\\p{L}\\-']", r"/[\p{L}\-']/"),
]
SOURCES = [source for source, _ in CASES if not re.search(r"\\p|\\u\{|\[\^\]|\\b|\[&", source)]


@pytest.mark.parametrize(("source", "expected"), CASES)
def test_cases(source: str, expected: str) -> None:
    assert terminal_pattern(source) == expected
    assert refusal(f"x{expected[1:-1]}".replace("\\/", "/")) is None


def test_flags() -> None:
    assert terminal_pattern("a", "i") == "/a/i"


@given(st.sampled_from(SOURCES), st.text("aA_-09/*&~[]{}$x\n\u00a0ÿ", max_size=3))
@examples(400)
def test_the_same_texts(source: str, text: str) -> None:
    written = terminal_pattern(source)[1:-1].replace("\\/", "/")
    assert bool(re.fullmatch(source, text)) == bool(regex.fullmatch(written, text))
