"""What a user who types would laugh at is not shown.

A case has the text before the cursor, the tokens of a completion, each with its probability, and what is
shown of them in a Python file whose other words are those of `KNOWN`.
"""

from __future__ import annotations

import math

import pytest

import quoin
from quoin.engine.decoding.endings.oddities import (
    Lexicon,
    doubles,
    ends_header,
    is_odd,
    leaves_open,
    says_twice,
)
from quoin.engine.decoding.endings.signs import with_signs
from quoin.engine.decoding.endings.worth import worth_showing
from quoin.engine.decoding.result import Candidate, TokenMark

PYTHON = quoin.load_language("python")
KNOWN = {b"total", b"height", b"return", b"sorted", b"namespace"}
LEXICON = Lexicon(("def", "class"), KNOWN.__contains__)
CLASS = "class A:\n    def f(self):\n        g(self)\n"
CASES = [
    # A word that is begun goes on to one that stands elsewhere, or the model is sure.
    ("x = self.hei", [("ght", 0.5)], "ght"),
    ("x = self.ra", [("nch_of_all", 0.49)], None),
    ("x = self.ra", [("nch_of_all", 0.51)], "nch_of_all"),
    ("x = self.ra", [("nch", 0.2), (".area", 0.9)], None),
    ("x = self.ra", [("dius", 0.9), (".area", 0.3)], "dius.area"),
    ("quantit", [("er", 0.2), (": float", 0.9)], None),
    ("x = f", [("(ranch)", 0.3)], "(ranch)"),
    # A word of a language is no likely member.
    ("x = user.na", [("mespace", 0.4)], None),
    ("x = user.na", [("mespace", 0.6)], "mespace"),
    ("x = na", [("mespace", 0.4)], "mespace"),
    # No comment stands behind code unless the model is sure of it.
    ("x = ", [("abc", 0.9), ("  # type", 0.4)], "abc"),
    ("x = ", [("abc", 0.9), ("  # type", 0.6)], "abc  # type"),
    ("x = abc  # a ", [("type of", 0.4)], "type of"),
    ("x = ", [("total", 0.9), ("  #", 0.9)], "total"),
    ("x = ", [("total", 0.9), ("  #", 0.9), (" sorted", 0.9)], "total  # sorted"),
    ("x = ", [("ranch", 0.4)], "ranch"),
    # A number goes on only where the model is sure.
    ("x = 2", [(".0", 0.4)], None),
    ("x = 1", [("0000", 0.4)], None),
    ("x = 1", [("0000", 0.6)], "0000"),
    ("x = 1", [(" + 2222", 0.4)], " + 2222"),
    ("x = a1", [(".total", 0.4)], ".total"),
    # A body that has been left is not gone back to.
    (CLASS, [("        self", 0.4), (".total", 0.9)], "        self.total"),
    (CLASS + "\n", [("        self", 0.4), (".total", 0.9)], None),
    (CLASS + "\n", [("    return", 0.4)], None),
    (CLASS + "\n", [("    def", 0.4), (" total(self): ...", 0.9)], "    def total(self): ..."),
    (CLASS + "\n\n", [("    def", 0.4), (" total(self): ...", 0.9)], None),
    (CLASS + "\n\n", [("total", 0.4), (" = 1", 0.9)], "total = 1"),
    (CLASS + "\n        ", [("self", 0.4), (".total", 0.9)], "self.total"),
    # What stands there is not written once more.
    ("x = a - b.c", [(" - b.c", 0.4)], None),
    ("x = a - b.c", [(" - b", 0.4), (".c", 0.1)], None),
    ("x = a - b.c", [(" - b", 0.4), (".d", 0.9)], " - b.d"),
    # Signs that a header still lacks are not worth a body of which the model is not sure.
    ("if total", [(":", 0.9), ("\n    f()", 0.2)], None),
    ("if total", [(":", 0.9), ("\n    f()", 0.4)], ":\n    f()"),
    ("if tot", [("al:", 0.9), ("\n    f()", 0.2)], "al:\n    f()"),
]


@pytest.mark.parametrize(("left", "tokens", "expected"), CASES)
def test_what_is_shown(left: str, tokens: list[tuple[str, float]], expected: str | None) -> None:
    marks, text = [], ""
    for token, probability in tokens:
        marks.append(TokenMark(len(text), math.log(probability)))
        text += token

    def ended(middle: bytes) -> bytes | None:
        return with_signs(PYTHON.quotient(left, "\n").start(), middle)

    candidate = Candidate(text, 0.0, len(tokens), "stop", marks=tuple(marks))
    sides = left.encode(), b"\n"
    found = worth_showing(candidate, sides, ended, 0.08, LEXICON)
    assert (found and found.text) == expected
    # Who has asked gets it all the same.
    asked = worth_showing(candidate, sides, ended, 0.0, LEXICON)
    assert asked is not None
    assert asked.text == text


@pytest.mark.parametrize(
    ("left", "middle", "expected"),
    [
        ("x = a + b", " + b", True),
        ("x = a + b", " + b + c", True),
        ("x = a + b", " - b", False),
        ("x = [0, 0", ", 0", False),
        ("x = a.b", ".b", False),
        ("x = f(a)", "(a)", False),
        ("if a or b", " or b", False),
        ("x = 1\n", "+ 1", False),
    ],
)
def test_operands_that_stand_there_twice(left: str, middle: str, expected: bool) -> None:
    assert doubles(middle.encode(), left.encode()) == expected


@pytest.mark.parametrize(
    ("left", "whole", "right", "expected"),
    [
        ("    run: ", "echo ${{ github.ref", "\n", True),
        ("    run: ", "echo ${{ github.ref }}", "\n", False),
        ("    run: echo ${{", " github.ref", " }}\n", False),
        ("button.on(", '"click", (e', ")\n", True),
        ("button.on(", '"click", (e) => f(e)', ")\n", False),
        ("log(", '"Clicked', ")\n", True),
        ("log(", '"Clicked', '")\n', False),
        ('log("', 'Clicked"', ")\n", False),
        ("x = ", "f(", ")\n", False),
        ("x = ", 'f("(")', "\n", False),
        ("if (x) ", "{", "\n}\n", False),
        ("\tif err ", "!= nil {", "\n\t\treturn err\n\t}\n}\n", False),
        ("\tif err ", "!= nil {", "\n\t\treturn err\n\t\t}\n}\n", True),
        ("  if (a) ", "{", "\n  if (b) {\n    c();\n  }\n}\n", True),
        ("  if (a) ", "{", "\n    if (b) {\n      c();\n    }\n  } else {\n  }\n", False),
        ("  it('a', ", "() => {", "\n    b();\n  });\n", False),
        ("  it('a', ", "() => {", "\n    b('}');\n  }, 10);\n", False),
        ("  ", "it('a', () => {", "\n    b();\n  });\n", False),
        ("  ", "it('a', () => {", "\n    b();\n  }];\n", True),
        ("  ", "try {\n    if (a) {", "\n    b();\n    }\n  }\n", False),
        ("  ", "try {\n    if (a) {", "\n    b();\n  }\n  }\n", True),
        ("x = ", '"""Doc', '\n"""\n', False),
        # A bracket of the statement's last line, and arguments in deeper lines.
        ("int f(int a,\n      ", "int b) {", "\n  g();\n}\n", False),
        ("int f(int a,\n      ", "int b) {", "\n  g();\n  }\n", True),
        ("A::A(int a,\n     int b)\n    ", ": a_(a) {", "\n  g();\n}\n", False),
        ("class A extends B\n    ", "implements C {", "\n  int a;\n}\n", False),
        ("a();\n    ", "implements C {", "\n  int a;\n}\n", True),
        ("  if (a\n      ", "|| b) {", "\n    c();\n  }\n", False),
        ("  return ", "new A(", "\n      b,\n      f(c));\n", False),
        ("  f(a,\n  ", "g(b", "\n  c,\n  d));\n", True),
        ("const a = ", "({", "\n  b,\n}, c) => {\n};\n", False),
        ("const a = ", "({", "\n  b,\n  }, c) => {\n};\n", True),
        ("namespace a", " {", "\n" + "int b;\n" * 700 + "}\n", False),
        ('  """Doc.\n  ', '"""', "\n  a = 1\n", False),
        ('  """Doc.\n\n  More', '."""', "\n  a = 1\n", False),
        ("x = ", "don't", "\n", False),
        ("template <typename T,", " typename...>;", "\n", True),
        ("", "template <typename T>;", "\n", True),
        ("", "template <typename T> T f(T);", "\n", False),
        ("template class ", "A<int>;", "\n", False),
        ("template<> ", "struct A<char>;", "\n", False),
        ("template <", "typename T = A<B>>;", "\n", True),
        ("#include ", "<sys/>", "\n", True),
        ("#include ", "<sys/types.h>", "\n", False),
        ("    public async ", "IAsyncResult;", "\n", True),
        ("    public ", "async Task<bool> Ready { get; }", "\n", True),
        ("    public ", "async Task<bool> Ready();", "\n", False),
        ("    cl", "ass __init__", "():\n        a()\n", True),
        ("    cfg.CreateMap<", "Source, Destination> values;", "\n", True),
        ("    cfg.CreateMap<", "Source, Destination>();", "\n", False),
        ("    java.util.List<", "String> values;", "\n", False),
        ("cl", "ass __compat__", "(A):\n    a()\n", False),
        ("pub struct Lexer<", "'a>;", "\n", True),
        ("pub struct Lexer", ";", "\n", False),
        ("    write!(f, ", '"{}", self.)', "\n", True),
        ("    write!(f, ", '"{}.", self.a, (0..))', "\n", False),
        ("    assert_eq!(a, ", "Status::)", "\n", True),
        ("    assert_eq!(a, ", "Status::Ok)", "\n", False),
        ('link!("a" fn f(b: C) ', "->);", "\n", True),
        ('link!("a" fn f(b: C) ', "-> D);", "\n", False),
        ("  <i", "nput />\n  <ul", "\n</section>\n", True),
        ("  <i", 'nput />\n  <ul id="a"', "\n</section>\n", True),
        ("  <i", "nput />\n  <ul>", "\n</section>\n", False),
        ("  <i", "nput />\n  <ul", ">\n</section>\n", False),
        ("  <i", 'nput type="a"', "\n</section>\n", False),
        ('  <meta content="a" ', "/>\n  <title", ">\n</head>\n", True),
        ('  <meta content="a" ', 'name="b"', ">\n</head>\n", False),
        ("try {\n  ", "const {\n  }", "\n  a.b;\n", True),
        ("export ", "const [a, b]", "\n\n", True),
        ("", "const elements", "\n  a.b(\n    c,\n  );\n", True),
        ("const ", "elements", " = a;\n", False),
        ("", "const element: A<B>[]", "\n", True),
        ("", "declare const element: A", "\n", False),
        ("  ", "const { kind } = a", "\n  if (a) {\n", False),
        ("  const { ", "kind }", "\n    = a;\n", False),
        ("  ", "const kind", "\n  if (a) {\n", True),
    ],
)
def test_what_is_left_open(left: str, whole: str, right: str, expected: bool) -> None:
    assert leaves_open(whole.encode(), left.encode(), right.encode()) == expected


@pytest.mark.parametrize(
    ("left", "whole", "right", "expected"),
    [
        ("  if (a", ") {", "\n    b();\n  }\n", True),
        ("  it('a', (", ") => {", "\n    b();\n  });\n", True),
        ("  if (a", ") {", "\n    b();\n    }\n", False),
        ("  if (a", ") {", "\n  if (b) {\n    c();\n  }\n}\n", False),
        ("  if (a", ")", "\n    b();\n  }\n", False),
        ("  a = b[", "", "0]\n", False),
    ],
)
def test_what_ends_a_header(left: str, whole: str, right: str, expected: bool) -> None:
    assert ends_header(whole.encode(), left.encode(), right.encode()) == expected


@pytest.mark.parametrize(
    ("left", "part", "expected"),
    [
        ("  color: var(", "--accent-", True),
        ("  color: ", "var(--", True),
        ("run: pip install ", "-", True),
        ("    -----", "--", False),
        ("", "i--", False),
        ("x[i]", "--", False),
        ("router.get('/', ", "async", True),
        ("    ", "let", True),
        ("    let ", "mut", True),
        ("    ", "let value = a;", False),
        ("    ", "a.let", False),
        ("router.get('/', as", "ync", True),
        ("x = ", "is_async", False),
        ("f('click', ", "function", True),
        ("local a=", "$", True),
        ("a=", '"$b "$', True),
        ("a", "$", False),
        ("a = this", ".$", True),
        ("const a", " = require", True),
        ("a.b", " = require", False),
    ],
)
def test_ends_that_mean_nothing(left: str, part: str, expected: bool) -> None:
    candidate = Candidate(part, 0.0, 1, "stop")
    assert is_odd(part.encode(), candidate, left.encode(), LEXICON) == expected


@pytest.mark.parametrize(
    ("left", "whole", "expected"),
    [
        ("a ? ", "'b' : 'b'", True),
        ("a ? 'b' ", ": 'b'", True),
        ("a ? b", ".c : b.c", True),
        ("a ? b", ".c : b.c()", False),
        ("a ? b", " : b?.c", False),
        ("a ? 'b' ", ": 'c'", False),
        ("f(w, ", "http.A, http.A)", True),
        ("f(w, http.A", ", http.A)", True),
        ("f(", "a, a)", False),
        ("self.items.insert(", "item, item);", True),
        ("self.items.insert(", "item, items);", False),
        ("self.items.swap(", "item, item);", False),
        ("f(", "a.b, a.b())", False),
        ("f('', ", "'')", False),
        ('f(a, "/", "/")\nf(b, "/x",', ' "/x")', False),
        ('f(a, "/", "/y")\nf(b, "/x",', ' "/x")', True),
    ],
)
def test_what_says_the_same_twice(left: str, whole: str, expected: bool) -> None:
    assert says_twice(whole.encode(), left.encode()) == expected
