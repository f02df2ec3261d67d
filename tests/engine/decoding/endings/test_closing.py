"""The closing signs after a beginning of a completion: which are kept, and where they stand."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.decoding.endings.closing import Closing
from quoin.engine.decoding.endings.signs import with_signs


def closed(language: str, left: str, completion: str, right: str) -> str | None:
    """What is shown of the beginning before `│` of a completion; None if nobody would keep it."""
    part, _, rest = completion.partition("│")
    quotient = quoin.load_language(language).quotient(left, right)

    def ended(middle: bytes) -> bytes | None:
        return with_signs(quotient.start(), middle)

    whole = ended(part.encode())
    assert whole is not None, "no signs end it"
    closing = Closing((part + rest).encode(), (left.encode(), right.encode()), ended)
    found = closing.closed(part.encode(), whole)
    return None if found is None else found.decode()


@pytest.mark.parametrize(
    ("left", "middle", "right", "expected"),
    [
        ("f(", "g(a", "\n", "g(a))"),
        ("f('a", "bc", "\n", "bc')"),
        ("x = ", "'a", "\n", "'a'"),
        ("x = ", "'", "\n", None),
        ("x = (a for a in", "", "\n", None),
        ("x = ", "a if", "\n", None),
        ("def f():\n    ", '"""', "\n    pass\n", None),
        ("def f():\n    ", '"""Say', "\n    pass\n", '"""Say"""'),
        ("x = f'{", "a", "\n", "a}'"),
    ],
)
def test_closing_signs(left: str, middle: str, right: str, expected: str | None) -> None:
    found = with_signs(quoin.load_language("python").quotient(left, right).start(), middle.encode())
    assert (found and found.decode()) == expected


ALLMAN = "class A\n{\n  void F()\n  {\n    "
METHOD = "class A {\n    int f(int x) {\n"


@pytest.mark.parametrize(
    ("language", "left", "completion", "right", "expected"),
    [
        # A block is closed as its first line is indented.
        ("java", METHOD + "        ", "return x│ + 1;", "\n}\n", "return x;\n    }"),
        ("java", "class A {\n\tint f(int x) {\n\t\t", "return x│ + 1;", "\n}\n", "return x;\n\t}"),
        # The header of a block may have several lines.
        ("java", "class A {\n    int f(int x,\n            ", "int y) {│\n", "\n}\n", "int y) {\n    }"),
        (
            "java",
            "class A {\n    int f(int x)\n            ",
            "throws B {\n        return x;│\n",
            "\n}\n",
            "throws B {\n        return x;\n    }",
        ),
        ("javascript", "f(() => {\n    ", "g()│;", "\n", "g()\n})"),
        ("javascript", "  f({\n    a: () => {\n      ", "g()│;", "\n", "g()\n    }\n  })"),
        ("python", "x = f(\n    ", "a│, b", "\n", "a\n)"),
        ("rust", "fn f() {\n    g(|x| {\n        ", "h(x)│", "\n}\n", "h(x)\n    })"),
        ("javascript", "f('a'", ", () => {\n  g();│\n  if (b) {\n  }\n});", ")\n", ", () => {\n  g();\n}"),
        # No blank stands before a sign that needs none.
        ("html", "<form>\n  ", '<input type="submit"│ value="a">', "\n</form>\n", '<input type="submit">'),
        ("html", "<form>\n  ", '<link href="a│" rel="b">', "\n</form>\n", '<link href="a">'),
        # Where the model has ended the line without the sign, its statement goes on in the next one.
        ("cpp", "", "template <typename T>│\nclass A {};", "\n", None),
        ("java", METHOD + "        ", "return x│\n            .y();", "\n    }\n}\n", None),
        # An empty block is closed, but no empty list or object.
        ("javascript", "", "if (a) {│\n  b();\n}", "\n", "if (a) {\n}"),
        ("javascript", "", "f(() => {│\n  b();\n})", "\n", "f(() => {\n})"),
        ("javascript", "", "f({│\n  b: c\n})", "\n", None),
        ("javascript", "", "a = {│\n  b: c\n}", "\n", None),
        ("javascript", "", "f(│\n  b\n)", "\n", None),
        # Nothing ends what goes on in the next line.
        ("javascript", "f(() => {\n    ", "g()│\n        .h()", "\n", None),
        ("rust", "fn f() {\n    ", "g()│\n        .h()", "\n", None),
        ("rust", "fn f() {\n    ", "g()│\n    h()", "\n", "g()\n}"),
        # What is open in the cursor's line is closed there, and so is what goes on in its first line.
        ("python", "x = ", "f(a│, b)", "\n", "f(a)"),
        ("python", "x = f(a,\n    ", "b│, c)", "\n", "b)"),
        ("javascript", "x = ", "{a: [b│, c]}", "\n", "{a: [b]}"),
        ("javascript", "x = ", "{ a: [b│, c] }", "\n", "{ a: [b] }"),
        ("java", "class A {\n    int f() ", "{ return 1│ + x; }", "\n}\n", "{ return 1; }"),
        # A header is not cut short before its type's arguments, nor an operator before its parameters.
        ("typescript", "class A {\n  g", "et a(): Promise│<void> {\n    b();", "\n}\n", None),
        ("cpp", "class A {\n    bool op", "erator==│(const A& a) const;", "\n};\n", None),
        # No header takes the next statement for its block.
        ("javascript", "  ", "if (a)│\n    b();", "\n  c();\n", "if (a) {\n  }"),
        (
            "java",
            METHOD + "        ",
            "for (var a : b)│ c();",
            "\n        d();\n    }\n}\n",
            "for (var a : b) {\n        }",
        ),
        ("javascript", "  ", "if (a)│\n    b();", "\n    c();\n", "if (a)"),
        ("javascript", "do { a() } ", "while (b)│;", "\nc();\n", "while (b);"),
        # Where the block stands below already, its header gets no other one.
        ("csharp", ALLMAN, "foreach (var a in b) {│\n", "\n    {\n        d();\n    }\n  }\n}\n", None),
        (
            "csharp",
            ALLMAN,
            "foreach (var a in b)│ {\n",
            "\n    {\n        d();\n    }\n  }\n}\n",
            "foreach (var a in b)",
        ),
        (
            "csharp",
            ALLMAN,
            "foreach (var a in b) {│\n",
            "\n    d();\n  }\n}\n",
            "foreach (var a in b) {\n    }",
        ),
        (
            "javascript",
            "a = [\n  ",
            "{\n    b: c,\n  },│",
            "\n  {\n    b: d,\n  },\n];\n",
            "{\n    b: c,\n  },",
        ),
        # Before the rest of its line, no text ends that means less than what the model has written.
        ("javascript", "a = `${", "b.c│(d)", "}`;\n", None),
        ("javascript", "a = `${", "b│.c", "}`;\n", None),
        ("python", "if a or ", "b.c│(d)", ":\n    pass\n", None),
        ("javascript", "a = `${", "b│", "}`;\n", "b"),
        ("javascript", "a = b.", "x *│ c", " - d;\n", None),
        ("javascript", "a = ", "b +│", " d;\n", "b +"),
        ("javascript", "a = ", "b│(d)", "\n", "b"),
        ("rust", "struct A {\n    ", "b: Option<│u8>,", "\n}\n", None),
        # The model's own place is kept.
        ("java", METHOD + "        ", "return x;│\n      }\n", "\n}\n", "return x;\n      }"),
        # Text after the cursor stays where it is.
        ("python", "x = f(\n    ", "a│, b", "  # c\n", "a)"),
    ],
)
def test_a_bracket_that_closes_lines_has_one_of_its_own(
    language: str, left: str, completion: str, right: str, expected: str
) -> None:
    assert closed(language, left, completion, right) == expected


@pytest.mark.parametrize(
    ("language", "left", "completion", "right", "expected"),
    [
        (
            "java",
            METHOD + "        if (x ",
            "> 0) {│\n            return x;",
            "\n    }\n}\n",
            "> 0) {\n        }",
        ),
        ("rust", "pub fn ", "f(x: u8) -> u8 {│\n    x\n}", "\n", "f(x: u8) -> u8 {\n}"),
        ("rust", "pub fn ", "f(x: u8) -> u8 {│ x }", "\n", "f(x: u8) -> u8 {\n}"),
        # An object that the model writes in one line is not begun on two.
        ("javascript", "x = ", "{│ a: b };", "\n", None),
        ("javascript", "if (a === ", "null) {\n}│", "\nb();\n", "null) {\n}"),
        # Nobody leaves a list empty because the next element is not sure.
        ("python", "x = ", "f(│\n    a)", "\n", None),
        ("python", "x = ", "[a,│ b]", "\n", None),
    ],
)
def test_a_block_may_be_empty_and_a_list_not(
    language: str, left: str, completion: str, right: str, expected: str | None
) -> None:
    assert closed(language, left, completion, right) == expected


@pytest.mark.parametrize(
    ("language", "left", "completion", "right"),
    [
        # A statement that does nothing, and a function without its body.
        ("java", METHOD + "        if (", "x│ > 0) {", "\n    }\n}\n"),
        ("c", "int f(int x) {\n    while (", "x│ > 0) {", "\n}\n"),
        ("rust", "pub fn ", "f(x: u8) -> u8│ {", "\n"),
        # The rest of a header.
        ("java", METHOD + "        for (int i = 0; ", "i < x│.size(); i++) {", "\n    }\n}\n"),
        # A word that goes on, and half of a string.
        ("python", "x = f(", "a│.b)", "\n"),
        ("python", "from a import b\nx = open(", '"one│/two.txt")', "\n"),
        ("typescript", "import a from ", '"./│b.js";', "\n"),
        # An operator whose operand would be the next statement.
        ("java", METHOD + "        int y", " =│ g(x);", "\n        f(y);\n    }\n}\n"),
        ("cpp", "int f(A *a) {\n    int y = ", "a->│b;", "\n    g();\n}\n"),
        ("csharp", ALLMAN + "A b =", " new│ A();", "\n    c.D(b);\n  }\n}\n"),
        ("javascript", "x = ", "typeof│ a;", "\nb.c();\n"),
        # An empty block, and what would be in it stands below.
        ("javascript", "if (a === ", "null) {\n}│", "\n  b();\n"),
        ("javascript", "if (a === ", "null) {\n  b();\n}│", "\n  c();\n"),
        # A selector whose block has begun already, but for its bracket.
        ("javascript", "", "a.b│ {}", "\n  margin: zero;\n"),
        ("javascript", "", "a['b=c']│ {}", "\n  margin: zero;\n"),
        ("java", METHOD + "        if (x ", "> 0) {\n        }│", "\n            x--;\n    }\n}\n"),
        # Parameters that would become an argument.
        ("javascript", "x = a.find(", "(b│) => b.c)", "\n"),
        ("javascript", "x = new A(", "(b│, c) => d);", "\n"),
        # A header without its block, which would be a declaration.
        ("typescript", "class A {\n  ", "constructor(a│: B) {\n  }", "\n}\n"),
        ("go", "package p\n\nfunc ", "f(a│ A) *B {\n\treturn nil\n}", "\n"),
    ],
)
def test_nobody_keeps_what_means_something_else(
    language: str, left: str, completion: str, right: str
) -> None:
    assert closed(language, left, completion, right) is None


@pytest.mark.parametrize(
    ("language", "left", "completion", "right", "expected"),
    [
        ("java", METHOD + "        ", "return x│ + 1;", "\n    }\n}\n", "return x;"),
        ("java", METHOD + "        ", "g(x│, 1);", "\n    }\n}\n", "g(x);"),
        ("rust", "fn f() {\n    let x = ", "y│ + 1;", "\n}\n", "y;"),
        ("rust", "", "struct A│ {}", "\n", None),
        ("cpp", "int ", "x│ = 1;", "\n", "x;"),
        ("css", "a { ", "color: red│;", " }\n", "color: red"),
        ("c", "void f(int a) {\n    a", "++│;", "\n}\n", "++;"),
        ("python", "if a", ":│\n    b()", "\n    c()\n", ":"),
    ],
)
def test_a_semicolon_ends_what_needs_no_block(
    language: str, left: str, completion: str, right: str, expected: str | None
) -> None:
    assert closed(language, left, completion, right) == expected


@pytest.mark.parametrize(
    ("language", "left", "completion", "right", "expected"),
    [
        ("javascript", "function f() {\n  ", "return a│;\n", "\n}\n", "return a;"),
        ("typescript", "const a = ", "f(b│);", "\n", "f(b);"),
        ("typescript", "import a from ", '"b│";', "\n", '"b";'),
        ("php", "<?php\nf(function () {\n    ", "return g($a│);", "\n});\n", "return g($a);"),
        # What goes on, or stands before the rest of a line, ends with none.
        ("javascript", "const a = ", "b│ + 1;", "\n", "b"),
        ("javascript", "const a = ", "b│", "\n", "b"),
        ("javascript", "const a = ", "b│; c();", "\n", "b"),
        ("javascript", "const a = ", "b│;", "; // c\n", "b"),
        ("javascript", "const a = [\n  ", "b│;\n", "\n];\n", "b"),
    ],
)
def test_the_semicolon_that_the_model_has_written_is_kept(
    language: str, left: str, completion: str, right: str, expected: str
) -> None:
    assert closed(language, left, completion, right) == expected


SHEET = "a {\n  color: red;\n}\n\nb {\n  "


@pytest.mark.parametrize(
    ("language", "left", "completion", "right", "expected"),
    [
        ("css", SHEET, "color: var(--b)│", "\n}\n", "color: var(--b);"),
        ("css", SHEET, "color: var(--b│;", "\n}\n", "color: var(--b);"),
        ("css", SHEET + "top: 0;\n  ", "left: 0│", "\n\n}\n", "left: 0;"),
        ("css", "b {\n  top: 0;\n  ", "left: 0│", "\n}\n", "left: 0;"),
        ("css", "b {\n  ", "left: 0│", "\n}\n", "left: 0"),
        ("css", SHEET.replace(";", ""), "left: 0│", "\n}\n", "left: 0"),
        ("css", SHEET, "margin: 0│ auto;", "\n}\n", "margin: 0"),
        ("css", SHEET + "transition: ", "top│", " 1s;\n}\n", "top"),
        ("typescript", "interface A {\n  a: string;\n  ", "b: string│", "\n}\n", "b: string;"),
        ("typescript", "interface A {\n  a: string\n  ", "b: string│", "\n}\n", "b: string"),
        ("typescript", "interface A {\n  a: string;\n}\nf({\n  ", "b: a│", "\n});\n", "b: a"),
    ],
)
def test_the_last_property_ends_as_those_of_the_file_do(
    language: str, left: str, completion: str, right: str, expected: str
) -> None:
    assert closed(language, left, completion, right) == expected
