"""Masks in classes whose names have a currency sign, which is in no word, with constructors of that name."""

from __future__ import annotations

import pytest

import quoin
from tests.support.cut_texts import check_mask

LANGUAGE = quoin.load_language("java")
TEXTS = (
    "class A$ { A$() { } A$ a() { return null; } }",
    "class $A { $A() { } class A { A() { } } }",
    "class A$B { A$B(int a) { } class B { B() { } A$B b; } }",
    "enum A$$B { A, B; A$$B() { } }",
    "record $(int a) { $ { } $(int a, int b) { } }",
    "class A { class A$B { A$B() { } } A() { } class $ { } }",
)
TOKENS = (
    "A", "B", "$", "$$", "A$", "$A", "$B", "A$B", "A$$B", "$$B", "B(", "B()", "$(", "$()", "A(",
    "A()", "A$(", "$A(", "A$B(", "A$B() {", "A$$B(", "$B(", "$B {", "$ {", "$ a", "B a", "(", "()",
    "() {", " {", "{", "}", " A$B(", " $(", " A(", " B(", "class A", "class A$ {", "class $",
    "class A$B { A$B(", "class A { A(", "class $ { $(", "{ A$B() {", " ", ";", "int", "int a",
    "void A$B(", "void $", "\\u0041(", "\\u0041", "é(", ".", ".$", "@A$ A$(", "x", "x(", " x(",
    "A$, ", "enum A$ {", "record $(", ",", ", ",
)  # fmt: skip
VOCABULARY = quoin.Vocabulary([token.encode() for token in TOKENS])


@pytest.mark.parametrize("text", TEXTS)
def test_masks_have_the_tokens_that_are_accepted(text: str) -> None:
    for begin in range(len(text)):
        state = LANGUAGE.quotient(text[:begin], "").start()
        check_mask(state, VOCABULARY, TOKENS)
        whole = LANGUAGE.quotient(text[:begin], text[begin:]).start()
        for byte in text[begin : begin + 4].encode():
            check_mask(whole, VOCABULARY, TOKENS)
            assert whole.advance(bytes([byte]))
