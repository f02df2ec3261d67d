"""Masks hold the tokens that the state accepts, with vocabularies that need every way to make one."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.engine.core.property.lexical_grammars import GRAMMARS as LEXICAL
from tests.engine.core.property.lexical_grammars import lexical_language
from tests.support.effort import examples
from tests.support.small_language import small_language

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSIONS = ("3.8", "3.11", "3.12", "3.14")

WORDS = (
    "if",
    "in",
    "is",
    "not",
    "or",
    "for",
    "def",
    "as",
    "a",
    "ab",
    "_",
    "_1",
    "é",
    "ж",
    "жж",
    "数",
    "0",
    "12",
    "1e",
    "0x",
    "\u0301",
)
SIGNS = (
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "=",
    "==",
    "*",
    "-",
    "'",
    '"',
    '"""',
    "#",
    "\\",
    "!r",
    "@",
    "$",
)
GAPS = (" ", "  ", "    ", "\t", "\n", "\r\n", "\n\n", "\n    ", "\n        ", "\x0c", "")
OTHERS = (
    "f'",
    'rf"',
    "b'",
    "t'",
    "{a}",
    "{a:",
    "\\N{",
    "\\N{DIGIT ONE}",
    "\\x4",
    "\N{MATHEMATICAL SCRIPT CAPITAL X}",
    "..",
    "...",
    "\\\n",
    "\ufeff",
    "N{DI",
    "{a(",
    ";a(",
    "class a{a(",
    "class ab{a(",
    "\\u0041(",
    "A(",
    "$(",
    "'''",
    "''}",
    '}"',
    "\n\t",
    "\n// a",
    "\n\\\n\n",
    "\n \\\n\n  a",
    "\n# é\n\t\n    a",
    ":\n\n  \n    a",
    "\n\ufeff\na",
    ")\n\n\n  b",
    "]]",
    "[==[",
    "]=]",
    'r#"',
    '"##',
    "[[a]",
)
BROKEN = (
    b"\xc3",
    b"\xa9",
    b"a\xc3",
    b"\xd0",
    b"\xb6",
    b" \xe6\x95",
    b"\xb0",
    b"\xf0\x9d",
    b"\xff",
    b"a\x80b",
    b"\xd0\xb6\xd0",
)


@cache
def tokens() -> tuple[bytes, ...]:
    """Pieces of programs and of characters, alone, in pairs, and some in runs of three."""
    pieces = WORDS + SIGNS + GAPS + OTHERS
    pairs = ["".join(pair) for pair in product(WORDS + SIGNS + GAPS[:7], repeat=2)]
    runs = ["".join(run) for run in product(("a", "é", ")", " ", "\n", ":"), repeat=3)]
    bytewise = [bytes([byte]) for byte in range(256)]
    texts = [text.encode() for text in (*pieces, *pairs, *runs)]
    return (*bytewise, *texts, *BROKEN, *(b"x" + broken for broken in BROKEN))


TEXTS = (
    "def f(a, b=(1, 2)):\n    if a is not b:\n        return {a: [b, 'é'], **c}  # ж\n    pass\n",
    "class A:\n\tx = 0x1f + 1.5e3j\n\n\tasync def g(self): await h(*a, **k)\n",
    "x = [i for i in range(9) if i]\nwith a as b, c:\n    d = lambda e: e or not f\n",
    "s = 'a\\n' \"é\" b'\\x00' r'\\d'\nt = '''a\n\"b\n'''\n",
    "s = f'a{b!r:>{w}}c{{' f\"\"\"{x\n+ 'y'}\"\"\" '\\N{DIGIT ONE}'\n",
    "f(f'''{ a['b'] }''', rf\"{ [d, 'e'][0] :{w}}\", f'{(a)}{{}}')\n",
    'f(f"""{f\'{b}\' + "c"}""", a=1, b=f\'{c}\')\n',
    "match x:\n    case {'a': [1, *_]} | A(b=2):\n        pass\n\n\nfrom .. import y\nx: int = 3; del x\n",
    "if a:\n    pass\n\n\n    # é\nelif b: x = (\n1,\n  2)\nelse:\n  y\n",
)


OTHER_LANGUAGES = (
    (
        "go",
        (
            'package a\n\nimport b "c"\n\nfunc f(x int) (y []int) {\n\tif x > /* é\n */ 1 {\n'
            "\t\treturn nil // ж\n\t}\n\ty = append(y, 0x1f, 'a', `ж\n`)\n\treturn\n}\n"
        ),
    ),
    (
        "java",
        "class ab {\n    ab(int b) { this(1L, 0x1f); }\n    // ж\n    int x = 12 + 'é' * 3.5e1f, y;\n}\n",
    ),
    (
        "java",
        (
            "class A { A() {} enum ab { a(1), b; /* é */ ab(int x) {} } record a(int b) { a {} }\n"
            "class é { public é() {} } class a$b { a$b() {} class \\u0041 { A() {} } "
            "} @B final int a; A(a b) {} }\n"
        ),
    ),
    (
        "javascript",
        (
            "a = b / c\n/d/g\nif (a) /b/.test(`c${d ? `e` : {}}f`) // ж\nclass A { #b = 1\n c() {} }\n"
            "x = y => {}\n(z)++\nfor (;;) { return /* é\n */ 1 }\n"
        ),
    ),
    (
        "typescript",
        (
            "let a: b<c<`d${e}`>>= f<g>(h as i)\nif (a < b && c > d) e! /g/ h // ж\n"
            "class A<é> { b: c\n d(): e\n f?: () => g = 1 as h }\ntype i = j\n| k extends l ? m : n[]\n"
        ),
    ),
    (
        "tsx",
        (
            "x = <T, U extends V>(a: T) => <b.c<d<e>> f='g' {...h}>i {j as k} // ж</b.c>\n"
            "y = <T extends é>(l) => <><m n={<o/>}/>' \"</>\nz = a < B && < ab/> || <if.c/>\n"
        ),
    ),
    (
        "javascript",
        (
            "x = a < b && <ab c='ж' d-e={1 + 2} {...f}>g &gt; 'é {<></>}h<a.b>{/* i */}</a.b>\n"
            "  <img/><a><ab></ab></a></ ab>\n+ <></ >\n"
        ),
    ),
    ("haskell_like", "a = ['(', '\\x28', '\\'', b'] -- é\n"),
    ("rust", 'fn f() { m!(r##"a"#é"## br#"\\"" "#, cr###""##"###) } // ж\nextern r#"C"# fn g();\n'),
    ("lua", "x = [==[a]=]é]]]==] .. f[[b]][=[]] ]=] -- ж\ny = {[z[ [=[a]=] ]] = 1}\n"),
    ("json", '{"a": [1, -2.5e3, true], "é": {"b": null}, "c\\u00e9": "ж"}\n'),
    (
        "yaml",
        "a: 12\nif:\n  - é  # ж\n  -   ab: [a, 'b']\n      not: |\n        as: 1\n\nin: {a: \"\\N\"}\n",
    ),
)


@cache
def language(version: str) -> quoin.Language:
    return quoin.load_language("python", version)


@cache
def vocabulary() -> quoin.Vocabulary:
    return quoin.Vocabulary(tokens())


def check(state: quoin.State, among: Sequence[bytes], vocabulary: quoin.Vocabulary) -> None:
    mask = np.frombuffer(state.mask(vocabulary), dtype=np.uint8)
    masked = np.unpackbits(mask, bitorder="little")[: len(among)].astype(bool)
    wrong = [
        token for token, is_in in zip(among, masked, strict=True) if state.accepts(token) != is_in and token
    ]
    assert not wrong
    assert (np.frombuffer(state.mask(vocabulary), dtype=np.uint8) == mask).all()
    assert not any(is_in for token, is_in in zip(among, masked, strict=True) if not token)


@examples(12)
@given(st.data(), st.sampled_from(VERSIONS))
def test_all_tokens_at_places_of_one_text(data: st.DataObject, version: str) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 12)))
    state = language(version).quotient(text[:begin], text[end:]).start()
    check(state, tokens(), vocabulary())
    for byte in text[begin:end].encode():
        if not state.advance(bytes([byte])):
            break
        check(state, tokens(), vocabulary())


PARTS = tuple("ªж数".encode()[begin:end] for begin, end in combinations(range(8), 2))


@pytest.mark.parametrize("right", ["ª".encode()[1:], "ж".encode()[1:], "数".encode()[1:], "数".encode()[2:]])
def test_a_cursor_inside_a_character(right: bytes) -> None:
    """Where the right context ends a character, it matters how the tokens begin one."""
    quotient = small_language('start: "<" ONE ">"\nONE: /[ªж数]/\n').quotient(b"<", right + b">")
    vocabulary = quoin.Vocabulary(PARTS)
    check(quotient.start(), PARTS, vocabulary)
    for part in PARTS:
        state = quotient.start()
        state.advance(part)
        check(state, PARTS, vocabulary)


@pytest.mark.parametrize(("name", "text"), OTHER_LANGUAGES)
@examples(6)
@given(st.data())
def test_other_languages(name: str, text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 8)))
    language = quoin.load_language(name)
    state = language.quotient(text[:begin], text[end:]).start()
    check(state, tokens(), vocabulary())
    for byte in text[begin:end].encode():
        assert state.advance(bytes([byte]))
        check(state, tokens(), vocabulary())


@examples(12)
@given(st.data())
def test_all_tokens_behind_any_of_them(data: st.DataObject) -> None:
    """Middles that no text has: each begins like one that fits."""
    text = data.draw(st.sampled_from(TEXTS))
    at = data.draw(st.integers(0, len(text)))
    state = language("3.14").quotient(text[:at], text[at:]).start()
    for _ in range(4):
        check(state, tokens(), vocabulary())
        fitting = [token for token in tokens() if token and state.accepts(token)]
        if not fitting:
            break
        state.advance(data.draw(st.sampled_from(fitting)))


@pytest.mark.parametrize("name", LEXICAL)
@examples(12)
@given(st.data())
def test_where_lexemes_back_up(name: str, data: st.DataObject) -> None:
    alphabet = LEXICAL[name][1]
    runs = ["".join(run) for length in range(4) for run in product(alphabet, repeat=length)][:800]
    encoded = [run.encode() for run in runs]
    text = st.text(alphabet, max_size=7)
    state = lexical_language(name).quotient(data.draw(text), data.draw(text)).start()
    known = quoin.Vocabulary(encoded)
    for letter in data.draw(text):
        check(state, encoded, known)
        if not state.advance(letter.encode()):
            break


@pytest.mark.parametrize(("name", "text"), [("go", "package a // "), ("java", "/* "), ("python", "'")])
def test_a_long_lexeme(name: str, text: str) -> None:
    """What limits numbers limits nothing else."""
    state = quoin.load_language(name).quotient(text + "ab " * 2000, "").start()
    check(state, tokens(), vocabulary())
