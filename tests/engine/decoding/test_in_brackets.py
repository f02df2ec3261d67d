"""Which middles stay in the brackets around the cursor, in languages without lines that are joined.

A case is `left ‖ middle ‖ right`, and whether the middle stays.
"""

from __future__ import annotations

import pytest

from quoin import Vocabulary, load_language
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint, look_around

STAYS = r"""
c           int f() {\n  g(a, ‖ h(b) ‖ );\n}\n
cpp         void f() { g<a>(b, ‖ [](auto c) { return c; } ‖ ); }\n
csharp      class A { void f() { g(a, ‖ h(b) ‖ ); } }\n
css         a { color: ‖ red; b: c ‖ ; }\n
go          package a\nfunc f() {\n\tg(a, ‖ []b{c} ‖ )\n}\n
java        class A { void f() { ‖ if (a) { b(); } ‖ } }\n
javascript  function f() {\n  g(a, ‖ b, h(c) ‖ );\n}\n
javascript  function f() {\n  ‖ if (a) { b(); } ‖ \n}\n
javascript  x = `a${ ‖ {b: `c${d}`} ‖ }`;\n
javascript  f(a, /* ( */ "(", /[(]/, ‖ b ‖ );\n
javascript  function f() {\n  g(a, ‖ b); ‖ \n}\n
javascript  function f() {\n  g(a, ‖ b);\n} ‖ \nh()\n
json        {"a": ["b", ‖ "c", [1] ‖ , "e"]}
lua         f(a, ‖ {[b] = c} ‖ )\n
rust        fn f() {\n    g(a, ‖ b, vec![c] ‖ );\n}\n
sqlite      SELECT f(a, ‖ g(b) ‖ );
toml        a = [1, ‖ [2] ‖ , 3]\n
tsx         x = <b c={ ‖ {d: 1} ‖ }>e</b>;\n
typescript  class A {\n  f(a: ‖ B[] ‖ ) {}\n}\n
"""

LEAVES = r"""
c           int f() {\n  g(a, ‖ b); g( ‖ );\n}\n
cpp         void f() { g<a>(b, ‖ c); g<a>(b, ‖ c); }\n
csharp      class A { void f() { g(a, ‖ b); g(a, ‖ b); } }\n
css         a { color: ‖ red } b { color: ‖ blue }\n
go          package a\nfunc f() {\n\tg(a, ‖ b)\n\tg( ‖ )\n}\n
java        class A { void f() { g(a, ‖ b); g(a, ‖ b); } }\n
java        class A { void f() { ‖ int x; } void g() { ‖ } }\n
javascript  f(g(a, ‖ y), g(a, ‖ b));\n
javascript  function f() {\n  g(a, ‖ b); g(a, ‖ );\n}\n
javascript  function f() {\n  ‖ g();\n}\nfunction h() {\n  k(); ‖ \n}\n
javascript  x = `a${ ‖ b} ${c ‖ }`;\n
javascript  f(a, /* ( */ "(", /[(]/, ‖ b) + f(a ‖ );\n
json        {"a": ["b", ‖ "c"], "d": [ ‖ "e"]}
lua         f(a, ‖ b) f( ‖ )\n
rust        fn f() {\n    g(a, ‖ b); g(a, ‖ );\n}\n
sqlite      SELECT f(a, ‖ b), f( ‖ );
toml        a = [1, ‖ 2]\nb = [2 ‖ , 3]\n
tsx         x = <b>{ ‖ a} {c ‖ }</b>;\n
typescript  class A {\n  f(a: ‖ B) {}\n  g(b: ‖ C) {}\n}\n
"""


def cases(text: str) -> list[object]:
    found: list[object] = []
    for number, line in enumerate(text.strip().splitlines()):
        name, case = line.split(maxsplit=1)
        left, middle, right = (part.replace("\\n", "\n").replace("\\t", "\t") for part in case.split("‖"))
        found.append(pytest.param(name, left[:-1], middle[1:-1], right[1:], id=f"{name}-{number}"))
    return found


def guard_at(name: str, left: str, right: str, *, bounded: bool = True) -> GrammarConstraint:
    state = load_language(name).quotient(left, right).start()
    around = look_around(state, left.encode(), right.encode(), by_columns=False) if bounded else None
    return GrammarConstraint(state, Vocabulary([]), Stopwatch(), around)


@pytest.mark.parametrize(("name", "left", "middle", "right"), cases(STAYS))
def test_stays(name: str, left: str, middle: str, right: str) -> None:
    whole, guard = guard_at(name, left, right), guard_at(name, left, right)
    assert whole.accepts(middle.encode())
    for byte in middle.encode():
        assert guard.accepts(bytes([byte]))
        guard.advance(bytes([byte]))
    assert guard.member


@pytest.mark.parametrize(("name", "left", "middle", "right"), cases(LEAVES))
def test_leaves(name: str, left: str, middle: str, right: str) -> None:
    free, guard = guard_at(name, left, right, bounded=False), guard_at(name, left, right)
    free.advance(middle.encode())
    assert free.member
    assert not guard.accepts(middle.encode())
