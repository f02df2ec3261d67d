"""Lines, words and definitions that stand there already."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.endings.repetition import DEFINERS, defines_again, repeats, stands_near


@pytest.mark.parametrize(
    ("left", "text", "right", "expected"),
    [
        ("value = 1\n", "value = 1", "\n", True),
        ("    pass\n", "}\n}", "\n", False),
        ("x = ", "a\nself.y = b\nself.y = b", "\n", True),
        ("f(", "path, path, path, path)", "\n", True),
        ("f(", "path, mode, path)", "\n", False),
        ("x = [", "0, 0, 0, 0]", "\n", True),
        ("", "# one two\n# three\n# one two\n# four\n# one two\nx = 1", "\n", True),
        ("", "# one two\n# three\n# one two\nx = 1", "\n", False),
        ("x = [0, 0, 0,", " 0]", "\n", False),
        ("x = a(", "0, 0, 0)", "\n", False),
        ("a {\n  b: rgba(", "0, 0, 0, 0.1);", "\n}\n", False),
        ("a {\n  b: rgba(0", ", 0, 0, 0.1);", "\n}\n", False),
        ('x = [\n    "5.1",', '\n    "5.1",', "\n]\n", True),
        ('x = [\n    "5.1",', '\n    "5.2",', "\n]\n", False),
        ("f(\n    1,", "\n    1,", "\n)\n", False),
        ("x = 1\n", "y = 2\nreturn found", "\nreturn found\n", True),
        ("def a():\n    ", "return x", "\n\ndef b():\n    return x\n", False),
        ("a = 1\nb", " = 2", "\nc = 3\n", False),
        ("        ", "Self { a: B::new(), a: B::new() }", "\n    }\n", True),
        ("        ", "Self { a: B::new(), a }", "\n    }\n", True),
        ("        ", "Self { a: B::new(), b, c }", "\n    }\n", False),
        ("x = { a: 1, ", "a", "b: 1 }\n", False),
        ("x = { ", "0, 0 }", "\n", False),
        ("x = { a: f(1, 2), ", "a: 3 }", "\n", True),
        ("x = { a: { b: 1 }, ", "b: 3, c: [{ b: 1 }] }", "\n", False),
        ("x = { a: 1, a: 2, ", "b: 3 }", "\n", False),
        ("x = [{ a: 1 }, ", "{ a: 2 }]", "\n", False),
        ("x = c ? { a: d ? e : f } : ", "{ a: b::c, b: d }", "\n", False),
    ],
)
def test_repetition(left: str, text: str, right: str, expected: bool) -> None:
    assert repeats(text.encode(), left.encode(), right.encode()) == expected


@pytest.mark.parametrize(
    ("left", "middle", "right", "expected"),
    [
        ("  a = 1\n  f(a)\n  ", "a = 1", "\n  g(a)\n", True),
        ("  f(a)\n    ", "f(a)", "\n", False),
        ("  @Override\n  int f() {\n    g();\n  }\n\n  ", "@Override", "\n  int g() {\n", False),
        ("  @Override\n  @", "Override", "\n  int g() {\n", True),
        ("  int a;\n public:\n  ", "int a;", "\n};\n", True),
        ("    case 1:\n      f(a);\n    case 2:\n      ", "f(a);", "\n", False),
        ("  @", "Override", "\n  @A\n  @Override\n  int g() {\n", True),
        ("#[test]\nfn f() {\n}\n\n", "#[test]", "\nfn g() {\n}\n", False),
        ("  @A(1)\n  int f() {\n    g();\n  }\n\n  ", "@A(1)", "\n  int g() {\n", True),
    ],
)
def test_lines_that_stand_near(left: str, middle: str, right: str, expected: bool) -> None:
    assert stands_near(middle.encode(), left.encode(), right.encode()) == expected


@pytest.mark.parametrize(
    ("left", "middle", "right", "expected"),
    [
        ("def f(x):\n    pass\n\n\n", "def f(x):\n    return x", "\n", True),
        ("def f(x):\n    pass\n\n\ndef ", "f(x):\n    return x", "\n", True),
        ("@a.", "b\ndef f(x):\n    return x", "\n\n\ndef f(x):\n    pass\n", True),
        ("", "class A:\n    pass\n\nclass A:\n    pass", "\n", True),
        ("async def f():\n    pass\n\n", "async def f():\n    pass", "\n", True),
        ("async def f(x):\n    pass\n\n\n", "def f(y):\n    return y", "\n", True),
        ("def f(x):\n    pass\n\n\n", "def f(y):\n    return y", "\n", True),
        ("def f(x):\n    pass\n\n\n", "def g(x):\n    return x", "\n", False),
        ("@a\ndef f(x):\n    pass\n\n@b\n", "def f(y):\n    return y", "\n", False),
        ("if a:\n    pass\n", "if a:\n    pass", "\n", False),
        # Another block may have another one of that name.
        (
            "class A:\n    def f(x):\n        pass\n\nclass B:\n    ",
            "def f(x):\n        return x",
            "\n",
            False,
        ),
        (
            "class A:\n    ",
            "def f(x):\n        return x",
            "\n\nclass B:\n    def f(x):\n        pass\n",
            False,
        ),
        ("def f(x):\n    pass\n\n\nif a:\n    ", "def f(x):\n        return x", "\n", False),
    ],
)
def test_definitions_that_are_there(left: str, middle: str, right: str, expected: bool) -> None:
    sides = left.encode(), right.encode()
    assert defines_again(middle.encode(), *sides, ("def", "class")) == expected


@pytest.mark.parametrize(
    ("left", "middle", "right", "expected"),
    [
        (
            "class A {\n    public int f() {\n        return 1;\n    }\n\n    ",
            "public int f() {\n    }",
            "\n}\n",
            True,
        ),
        (
            "class A {\n    public int f() {\n        return 1;\n    }\n\n    ",
            "public int g() {\n    }",
            "\n}\n",
            False,
        ),
        ("class A {\n  on(a, b) {\n    f();\n  }\n\n  ", "on(a, b) { g(a) }", "\n}\n", True),
        ("class A {\n  on(a, b) {\n    f();\n  }\n\n  ", "on(a) { g(a) }", "\n}\n", False),
        ("export function f(a) {\n  g();\n}\n\n", "export function f(b)", "\n", True),
        ("export function f(a);\n", "export function f(b)", "\n", False),
        ("func (s *A) F(a int) {\n}\n\n", "func (s *A) F(b)", "\n", True),
        ("func (s *A) F(a int) {\n}\n\n", "func (s *B) F(b)", "\n", False),
        ("class A {\n  f(): B {\n    g();\n  }\n\n  ", "f(): B", "\n}\n", True),
        ("if (a) {\n  f();\n}\n", "if (a) {\n  g();\n}", "\n", False),
        ("import {a} from 'b';\n", "import {c} from 'd';", "\n", False),
        ("#include <a.h>\n#include <b.h>\n", "#include <a.h>", "\n", True),
        ("func f() int {\n\treturn 1\n}\n\n", "func f() int {\n\treturn 1\n}", "\n", True),
        # What has labels, in C++.
        (
            "class A {\npublic:\n    std::string f() const override { return a; }\n\nprivate:\n    ",
            "std::string f() const override { return b; }",
            "\n};\n",
            True,
        ),
        (
            "class A {\npublic:\n    void f();\n};\n\nclass B {\npublic:\n    void g();\n    ",
            "void f();",
            "\n};\n",
            False,
        ),
        # Constants.
        (
            "pub const A: u8 = 1;\n",
            "pub const C: u8 = 3;",
            "\npub const B: u8 = 2;\npub const C: u8 = 4;\n",
            True,
        ),
        ("const a = b.c;\n", "const a: string = d", "\n", True),
        ("", "var a = b + 512;\nvar a = b + 512", "\n        .Per(c);\n", True),
        ("#[cfg(a)]\npub const A: u8 = 1;\n#[cfg(b)]\n", "pub const A: u8 = 2;", "\n", False),
        ("const a = b.c;\n", "const ab = d", "\n", False),
        ("const std::string a = b;\n", "const std::string c = d;", "\n", False),
        ("if (b) {\n  const a = c;\n}\nif (d) {\n  ", "const a = c();", "\n}\n", False),
        ("let a = b;\n", "let a = a.c();", "\n", False),
        # Names that follow below are others.
        ("const {\n  a,\n} = b;\n", "const {\n  c,\n} = d;", "\n", False),
        ("const (\n\ta = 1\n)\n\ncon", "st (\n\tb = 1\n)", "\n", False),
        ('import (\n\t"a"\n)\n\nim', 'port (\n\t"b"\n)', "\n", True),
    ],
)
def test_definitions_where_the_manifest_names_no_word_for_them(
    left: str, middle: str, right: str, expected: bool
) -> None:
    assert defines_again(middle.encode(), left.encode(), right.encode(), DEFINERS) == expected
