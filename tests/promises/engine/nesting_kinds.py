"""Kinds of nesting and of long chains, by language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, product
from typing import Literal, get_args

Side = Literal["left", "right", "both", "behind", "ahead"]
SIDES: tuple[Side, ...] = get_args(Side)


@dataclass(frozen=True)
class Kind:
    """What stands inside itself, or after itself.

    Attributes:
        name: What it is.
        before: What stands before it.
        opening: What is repeated before the middle.
        inner: What may stand in the middle.
        closing: What is repeated after it.
        after: What stands after it.
    """

    name: str
    before: str
    opening: str
    inner: str
    closing: str = ""
    after: str = "\n"

    def sides(self, side: Side, depth: int) -> tuple[str, str]:
        """The contexts of a cursor: in the midst, with one of them alone, or with all of it on one side."""
        left, right = self.before + self.opening * depth, self.closing * depth + self.after
        if side == "left":
            return left, ""
        if side == "right":
            return self.before, right
        if side == "both":
            return left, right
        whole = left + self.inner + right
        return ("", whole) if side == "behind" else (whole, "")


@dataclass(frozen=True)
class Nesting:
    """A kind of nesting of a language, and the side on which it stands."""

    language: str
    kind: Kind
    side: Side


def _all(before: str, after: str, *pieces: tuple[str, str, str, str]) -> list[Kind]:
    return [Kind(name, before, opening, inner, closing, after) for name, opening, inner, closing in pieces]


def _chains(before: str, after: str, *links: str) -> list[Kind]:
    return [Kind(f"chain {link.strip()}", before + "x", link, "", "", after) for link in links]


PYTHON = [
    *_all(
        "x = ",
        "\n",
        ("round brackets", "(", "x", ")"),
        ("square brackets", "[", "x", "]"),
        ("curly brackets", "{", "x", "}"),
        ("mixed brackets", "([{", "x", "}])"),
        ("brackets over lines", "(\n", "x", ")\n"),
        ("calls", "f(", "x", ")"),
        ("keywords", "f(a=", "x", ")"),
        ("subscripts", "a[", "x", "]"),
        ("dictionaries", "{1: ", "x", "}"),
        ("comprehensions", "[x for x in ", "x", "]"),
        ("generators", "(x for x in ", "x", ")"),
        ("yields", "(yield ", "x", ")"),
        ("walrus", "(x := ", "x", ")"),
        ("minus", "-", "x", ""),
        ("inversion", "~", "x", ""),
        ("not", "not ", "x", ""),
        ("lambda", "lambda: ", "x", ""),
        ("lambda with parameters", "lambda a=", "x", ": x"),
        ("conditions", "x if x else ", "x", ""),
        ("sums", "x + ", "x", ""),
        ("powers", "x ** ", "x", ""),
        ("comparisons", "x < ", "x", ""),
        ("and", "x and ", "x", ""),
        ("tuples", "x, ", "x", ""),
        ("assignments", "x = ", "x", ""),
        ("texts", "'a' ", "'a'", ""),
        ("fields", "f'{", "x", "}'"),
        ("format specifications", "f'{x:{", "x", "}}'"),
        ("joined lines", "\\\n", "x", ""),
    ),
    *_chains("x = ", "\n", ".a", "()", "[0]", "(x)(y)"),
    *_all(
        "",
        "pass\n",
        ("comments", "# a\n", "x\n", ""),
        ("empty lines", "\n", "x\n", ""),
        ("statements", "x\n", "x\n", ""),
        ("semicolons", "x;", "x\n", ""),
        ("decorators", "@a\n", "def f(): pass\n", ""),
        ("one-line blocks", "if x: pass\n", "x\n", ""),
        ("docstrings", '"""a"""\n', "x\n", ""),
    ),
    Kind("elif chain", "if x: pass\n", "elif x: pass\n", "", "", "x\n"),
    Kind("except chain", "try: pass\n", "except x: pass\n", "", "", "x\n"),
    Kind("case chain", "match x:\n", " case 1: pass\n", "", "", "x\n"),
    Kind("patterns", "match x:\n case ", "[", "x", "]", ": pass\n"),
    Kind("classes of patterns", "match x:\n case ", "A(", "x", ")", ": pass\n"),
    Kind("annotations", "x: ", "a[", "x", "]"),
    Kind("type parameters", "def f(x: ", "a[", "x", "]", "): pass\n"),
    Kind("imports", "from x import (", "a,\n", "a", "", ")\n"),
    Kind("targets", "for ", "(", "x", ",)", " in x: pass\n"),
    Kind("parameters", "def f(", "a=1, ", "b=1", "", "): pass\n"),
]

_BRACE_GAPS = (("comments", "/* a */ ", "", ""), ("line comments", "// a\n", "", ""), ("lines", "\n", "", ""))
GO = [
    *_all(
        "package p\nvar x = ",
        "\n",
        ("round brackets", "(", "x", ")"),
        ("calls", "f(", "x", ")"),
        ("subscripts", "a[", "x", "]"),
        ("literals", "T{", "x", "}"),
        ("literals with keys", "T{a: ", "x", "}"),
        ("conversions", "[]int(", "x", ")"),
        ("functions", "func() { return ", "x", "}"),
        ("minus", "- ", "x", ""),
        ("not", "!", "x", ""),
        ("pointers", "*", "x", ""),
        ("addresses", "&", "x", ""),
        ("receiving", "<-", "x", ""),
        ("sums", "x + ", "x", ""),
        ("or", "x || ", "x", ""),
    ),
    *_chains("package p\nvar x = ", "\n", ".a", "()", "[0]", ".(T)", "[:1]", "{}"),
    *_all(
        "package p\nvar x ",
        "\n",
        ("slices", "[]", "int", ""),
        ("maps", "map[int]", "int", ""),
        ("channels", "chan ", "int", ""),
        ("pointer types", "*", "int", ""),
        ("types of functions", "func() ", "int", ""),
        ("parameters of functions", "func(", "int", ")"),
        ("structures", "struct { a ", "int", " }"),
        ("interfaces", "interface { f(", "int", ") }"),
        ("generics", "T[", "int", "]"),
    ),
    *_all(
        "package p\nfunc f() {\n",
        "}\n",
        ("blocks", "{", "x()", "}\n"),
        ("if", "if x {", "x()", "}\n"),
        ("for", "for {", "x()", "}\n"),
        ("switch", "switch {\ncase x:\n", "x()", "}\n"),
        ("select", "select {\ndefault:\n", "x()", "}\n"),
        ("statements", "x()\n", "x()\n", ""),
        ("labels", "a:\n", "x()\n", ""),
        *_BRACE_GAPS,
    ),
    Kind("else if chain", "package p\nfunc f() {\nif x {}", " else if x {}", "", "", "\n}\n"),
    Kind("case chain", "package p\nfunc f() {\nswitch {\n", "case x:\n", "", "", "}\n}\n"),
]

_JAVA = "class A { int x = "
_JAVA_BODY = "class A { void f() {\n"
JAVA = [
    *_all(
        _JAVA,
        "; }\n",
        ("round brackets", "(", "x", ")"),
        ("calls", "f(", "x", ")"),
        ("subscripts", "a[", "x", "]"),
        ("new", "new A(", "x", ")"),
        ("casts", "(int) ", "x", ""),
        ("casts to names", "(A) ", "x", ""),
        ("minus", "- ", "x", ""),
        ("not", "!", "x", ""),
        ("inversion", "~", "x", ""),
        ("lambda", "x -> ", "x", ""),
        ("lambda with blocks", "() -> { return ", "x", "; }"),
        ("conditions", "x ? x : ", "x", ""),
        ("conditions inside", "x ? ", "x", " : x"),
        ("sums", "x + ", "x", ""),
        ("assignments", "x = ", "x", ""),
        ("switch", "switch (x) { default -> ", "x", "; }"),
        ("anonymous classes", "new A() { int x = ", "x", "; }"),
    ),
    *_chains(_JAVA, "; }\n", ".a", "()", "[0]", ".f()", "::a", "++"),
    *_all(
        "class A { ",
        " }\n",
        ("generics", "A<", "B", ">"),
        ("arrays", "int[]", " x;", ""),
        ("classes", "class A { ", "", " }"),
        ("annotations", "@A(", "1", ") "),
        ("annotation chain", "@A ", "int x;", ""),
        ("modifiers", "final ", "int x;", ""),
        ("members", "int x;\n", "", ""),
    ),
    *_all(
        _JAVA_BODY,
        "} }\n",
        ("blocks", "{", "x();", "}\n"),
        ("if", "if (x) ", "x();", ""),
        ("if with blocks", "if (x) {", "x();", "}\n"),
        ("for", "for (;;) ", "x();", ""),
        ("while", "while (x) {", "x();", "}\n"),
        ("try", "try {", "x();", "} finally {}\n"),
        ("synchronized", "synchronized (x) {", "x();", "}\n"),
        ("labels", "a: ", "x();", ""),
        ("statements", "x();\n", "x();\n", ""),
        *_BRACE_GAPS,
    ),
    Kind("else if chain", _JAVA_BODY + "if (x) {}", " else if (x) {}", "", "", "\n} }\n"),
    Kind("catch chain", _JAVA_BODY + "try {}", " catch (A a) {}", "", "", "\n} }\n"),
    Kind("text blocks", _JAVA, '"""\na""" + ', "x", "", "; }\n"),
]

LUA = [
    *_all(
        "x = ",
        "\n",
        ("round brackets", "(", "x", ")"),
        ("tables", "{", "x", "}"),
        ("keyed tables", "{a = ", "x", "}"),
        ("computed keys", "{[", "x", "] = x}"),
        ("calls", "f(", "x", ")"),
        ("subscripts", "a[", "x", "]"),
        ("minus", "- ", "x", ""),
        ("not", "not ", "x", ""),
        ("length", "#", "x", ""),
        ("inversion", "~", "x", ""),
        ("functions", "function() return ", "x", " end"),
        ("sums", "x + ", "x", ""),
        ("concatenation", "x .. ", "x", ""),
        ("powers", "x ^ ", "x", ""),
        ("or", "x or ", "x", ""),
        ("lists", "x, ", "x", ""),
    ),
    *_chains("x = ", "\n", ".a", "()", "[1]", ":f()", "{}", "'a'"),
    *_all(
        "",
        "\n",
        ("do", "do ", "x()", " end"),
        ("if", "if x then ", "x()", " end"),
        ("while", "while x do ", "x()", " end"),
        ("for", "for i = 1, 2 do ", "x()", " end"),
        ("repeat", "repeat ", "x()", " until x"),
        ("local functions", "local function f() ", "x()", " end"),
        ("statements", "x()\n", "x()\n", ""),
        ("semicolons", ";", "x()", ""),
        ("comments", "-- a\n", "", ""),
        ("long comments", "--[[a]] ", "", ""),
    ),
    Kind("elseif chain", "if x then ", "elseif x then ", "x()", "", " end\n"),
]

JSON = [
    Kind("lists", "", "[", "1", "]"),
    Kind("objects", "", '{"a": ', "1", "}"),
    Kind("mixed", "", '[{"a": ', "1", "}]"),
    Kind("entries", "[", "1, ", "1", "", "]\n"),
    Kind("members", "{", '"a": 1, ', '"a": 1', "", "}\n"),
    Kind("blanks", "[", " \n", "1", "", "]\n"),
]
JSONC = [
    *JSON,
    Kind("comments", "[", "/* a */", "1", "", "]\n"),
    Kind("line comments", "[", "// a\n", "1", "", "]\n"),
]

SQLITE = [
    *_all(
        "SELECT ",
        ";\n",
        ("round brackets", "(", "x", ")"),
        ("calls", "f(", "x", ")"),
        ("subqueries", "(SELECT ", "x", ")"),
        ("exists", "EXISTS (SELECT ", "x", ")"),
        ("in", "x IN (", "x", ")"),
        ("cases", "CASE WHEN ", "x", " THEN 1 END"),
        ("case results", "CASE WHEN 1 THEN ", "x", " END"),
        ("casts", "CAST(", "x", " AS INT)"),
        ("minus", "- ", "x", ""),
        ("not", "NOT ", "x", ""),
        ("inversion", "~", "x", ""),
        ("sums", "x + ", "x", ""),
        ("or", "x OR ", "x", ""),
        ("like", "x LIKE ", "x", ""),
        ("columns", "x, ", "x", ""),
    ),
    *_chains("SELECT ", ";\n", " IS NULL", " COLLATE a", " -> x", " NOTNULL"),
    Kind("unions", "SELECT 1", " UNION SELECT 1", "", "", ";\n"),
    Kind("joins", "SELECT 1 FROM x", " JOIN x", "", "", ";\n"),
    Kind("joins in brackets", "SELECT 1 FROM ", "(x JOIN ", "x", ")", ";\n"),
    Kind("tables in brackets", "SELECT 1 FROM ", "(", "x", ")", ";\n"),
    Kind("with", "", "WITH a AS (", "SELECT 1", ") SELECT 1", ";\n"),
    Kind("statements", "", "SELECT 1;\n", "", "", "SELECT 1;\n"),
    Kind("comments", "", "/* a */ ", "", "", "SELECT 1;\n"),
    Kind("line comments", "", "-- a\n", "", "", "SELECT 1;\n"),
    Kind("values", "INSERT INTO x VALUES (1)", ", (1)", "", "", ";\n"),
    Kind("triggers", "CREATE TRIGGER a INSERT ON b BEGIN ", "SELECT 1; ", "SELECT 1;", "", " END;\n"),
]

KINDS = {
    "python": PYTHON,
    "go": GO,
    "java": JAVA,
    "lua": LUA,
    "json": JSON,
    "jsonc": JSONC,
    "sqlite": SQLITE,
}
NESTINGS = tuple(
    chain.from_iterable(
        (Nesting(language, kind, side) for kind, side in product(kinds, SIDES))
        for language, kinds in KINDS.items()
    )
)
