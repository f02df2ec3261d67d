"""Languages that fit a published grammar: cuts and mutants against its parser, and what differs by intent."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin.engine.languages.definition import Level

SEED = 20261124
LANGUAGES = ("c", "cpp", "csharp", "css", "html", "php", "solidity", "zig")
# Languages that completions keep to more strictly than files that are read.
FORGIVING = ("html",)
PIECE = re.compile(r'\s+|\w+|"[^"\n]*"|.', re.DOTALL)

# Texts that quoin takes though the grammar's parser does not: compilers take them.
TAKEN = {
    "c": [
        "int f(void) { return *va_arg(a, char *); }",
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint a;\n#ifdef __cplusplus\n}\n#endif\n',
        "__BEGIN_DECLS\nint f(void) __THROW;\n",
        "struct a { int : 2; };",
        "void f(void) { goto *a; }",
        "int a[] = {\n#ifdef A\n1,\n#endif\n2};",
        "void f(void) { list_for_each(a, b) { g(); } }",
        "EXPORT int f(int a UNUSED) { }",
        "int a; #define B 1",
    ],
    "cpp": [
        "int c = a->*b;",
        "EXPORT_API int f();\nBEGIN_NAMESPACE\nclass A {};",
        "export import a.b;",
        "class A { public slots: void f(); signals: void g(); };",
        "void f() { if consteval { } }",
    ],
    "csharp": [
        "class A { void F(bool async) { if (async) { } } }",
        "class A { void F(bool async) => G(async, a => b); }",
    ],
    "css": [
        "a { b: url(?); }",
        "a { b: c ! important; }",
        "@media (400px <= width <= 700px) { a { b: c; } }",
        "@container name (width > 400px) { a { b: c; } }",
    ],
    "html": [
        "<p>a & b</p>",
        "<p>a > b</p>",
        "<p>a",
        '<a {% if b == "c" %}d{% endif %} e="{{ f("g") }}">h</a>',
        "<% if (a < b) { %><p>c</p><% } %>",
    ],
    "php": ['<?xml version="1.0"?>\n<a/>', "<?php\n#?\n"],
    "solidity": ["contract A { error b; }"],
    "zig": ["fn f() void { for (a, 0..) |b, c| {} }\nconst a = b!continue;"],
}
# Texts that quoin refuses though the grammar's parser takes them: compilers refuse them.
REFUSED = {
    "c": [
        "return 0;",
        "int a {}",
        "case 1: b();",
        "int a;\n#endif\n",
        "int while;",
        "if (a) { }",
        'extern "" { int a; }',
        'char *a = "b" and c;',
        "int f(void) __attribute__((a.b));",
        'extern "C" int a;',
    ],
    "cpp": [
        "return 0;",
        "main() { }",
        "if (a) { }",
        "void f() { 1(); }",
        "void f() { int; }",
        "struct A { int; };",
        "void f() override;",
        "void f() { a<b> c<d>(e); }",
        "void f() { this.a(); }",
        "#define A, 1\n",
        "void f() { template <class T> void g(); }",
        'const char *a = R"\'"(b)\'"";',
    ],
    "csharp": [
        "class A { void F() { try { } } }",
        "class A { B C { } }",
        "class A { void F() { base(); } }",
        "class A { int this[] { get; } }",
        "public int F() { return 1; }",
    ],
    "css": ["a { b: c:; }", "a { b: c+; }", "a { b: #12345; }", "a { b: !important; }"],
    "html": [
        "<div><b>a</div>",
        "<div></b></div>",
        "<br></br>",
        "<div><tr><td>a</td></tr></div>",
        '<a b="c"d="e">f</a>',
        "<dl><dt>a<dd>b</dt></dl>",
        "<ruby>a<rp>(<rt>b<rp>)</ruby>",
    ],
    "php": [
        "<?php if (1) { use A; }",
        "<?php class A { function f(); }",
        "<?php class A { public private $a; }",
        "<?php $a = $ b;",
        "<?php while (1) { break a; }",
    ],
    "solidity": ["contract A { function event() public; }", "interface A { a payable; }"],
    "zig": ["const a = b = c;", "callconv", "const a = {} = {};"],
}


def files(language: str) -> list[Path]:
    return sorted((GRAMMARS / language / "examples" / "accept").iterdir())


def takes(language: str, text: str) -> bool:
    level: Level = "compiles" if language in FORGIVING else "parses"
    quotient = quoin.load_language(language, level=level).quotient(text.encode(), b"")
    return quotient.problem is None and quotient.start().member


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in TAKEN.items() for text in texts]
)
def test_what_is_taken_besides(language: str, text: str) -> None:
    assert takes(language, text)
    assert oracle_or_skip(language).refusal(text) is not None


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in REFUSED.items() for text in texts]
)
def test_what_is_refused_besides(language: str, text: str) -> None:
    assert not takes(language, text)
    assert oracle_or_skip(language).refusal(text) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_true_middles_are_viable(language: str) -> None:
    chance = random.Random(SEED)
    loaded = quoin.load_language(language)
    for file in files(language):
        text = file.read_bytes()
        for _ in range(int(25 * EFFORT)):
            start, end = sorted(chance.choices(range(len(text) + 1), k=2))
            end = min(end, start + 300)
            quotient = loaded.quotient(text[:start], text[end:], spare="nothing")
            state = quotient.start()
            for place in range(start, end):
                assert state.advance(text[place : place + 1]), (file.name, text[:start], text[start:end])
            assert state.member, (file.name, text[start:end])


def mutants(text: str, chance: random.Random) -> Iterator[str]:
    pieces = PIECE.findall(text)
    while pieces:
        one, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        changed = list(pieces)
        changed[one : one + chance.randrange(3)] = chance.choice([[], [pieces[other]]])
        yield "".join(changed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_of_what_is_taken_the_parser_takes(language: str) -> None:
    """The two differ on purpose, so that a share is counted; what is listed above says how they differ."""
    oracle, chance = oracle_or_skip(language), random.Random(SEED)
    taken = refused = 0
    texts = [text for text in (file.read_text() for file in files(language)) if oracle.refusal(text) is None]
    for text in texts:
        for _, mutant in zip(range(int(150 * EFFORT)), mutants(text, chance), strict=False):
            if takes(language, mutant):
                taken += 1
                refused += oracle.refusal(mutant) is not None
    assert taken > 50
    assert refused <= taken / 10, (refused, taken)
