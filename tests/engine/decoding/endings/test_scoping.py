"""Names that another function has, or that stand nowhere, are not read."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.endings.scoping import reads_hidden, reads_unknown

CSS = "function minify(css) {\n  const rest = css.trim();\n  return rest;\n}\n"
JAVA = (
    "class A {\n    int size;\n    void f(List<Book> books) {\n"
    "        for (Book book : books) { g(book); }\n    }\n"
)
GO = "package p\n\nfunc f(name string) error {\n\tfile, err := open(name)\n\treturn err\n}\n\n"
RUST = (
    "impl A {\n    fn f(&self, limit: usize) -> usize {\n        let mut total = 0;\n        total\n    }\n"
)
SCREEN = "export function Screen({ title, onClose }: Props) {\n  const { items } = useItems();\n"
TESTED = "void f(int *p, int used) {\n  if (p == nullptr && room != used) {\n    g();\n  }\n}\n\n"
TYPED = "export function f(name: string, { icon, size }: Props) {\n  return name;\n}\n\n"
CASES = [
    # What a condition reads is not bound by it, nor are a language's own words.
    (TESTED + "int *g() {\n  return ", "nullptr;", "\n}\n", False),
    (TESTED + "void g() {\n  h(", "room);", "\n}\n", False),
    (TESTED + "void g() {\n  h(", "used);", "\n}\n", True),
    (TESTED + "void g() {\n  for (int used = 0; ", "used < 2;) {\n  }", "\n}\n", False),
    ("namespace a {\nconst int kSize = 2;\nvoid g(int kSize) {}\n}\n\nint b = ", "kSize;", "\n", False),
    (TYPED + "type Style = { ", "[key: string]: any };", "\n", False),
    (TYPED + "export function g({\n  ", "icon,", "\n  size,\n}: Props) {\n}\n", False),
    (TYPED + "h({\n  ", "icon,", "\n  size: 1,\n});\n", True),
    (TYPED + "const { ", "icon, size } = theme;", "\n", False),
    (TYPED + "list.map(|icon| ", "icon.size)", "\n", False),
    (TYPED + "type A struct {\n\tname int\n\t", "size *int", "\n}\n", False),
    (TYPED + "func g(", "icon []byte, b int) (C, error) {\n\t}", "\n", False),
    (TYPED + "#[cfg(", "size)]", "\n", False),
    (TYPED + "h(", "size * 2);", "\n", True),
    (TYPED + "import { ", "icon } from 'a'", "\n", False),
    ("class A {\n  void F(int value) {\n  }\n  int B {\n    set { b = ", "value; }", "\n  }\n}\n", False),
    ("class A {\n  void F(int value) {\n  }\n  int G() {\n    b = ", "value;", "\n  }\n}\n", True),
    ("func f(a net.Addr) error {\n}\n\nfunc g() {\n\tb := ", "net.Dial(c)", "\n}\n", False),
    # The left context, the completion, and the right context; and whether it reads what is hidden.
    (CSS + "const after = minif", "y(css)", "\n", True),
    (CSS + "const after = minify(", "rest)", "\n", True),
    (CSS + "const css = 1\nconst after = minif", "y(css)", "\n", False),
    (CSS + "const after = minif", "y(css)", "\nlet css = 2\n", False),
    (CSS + "const after = g((css)", " => css)", "\n", False),
    (CSS + "const after = { ", "css: 1 }", "\n", False),
    (CSS + "const after = page.", "css", "\n", False),
    (CSS + "// ", "minify css", "\n", False),
    (CSS + "function g(", "css) {\n}", "\n", False),
    (JAVA + "    void g() {\n        ", "f(books);", "\n    }\n}\n", True),
    (JAVA + "    void g() {\n        h(", "size);", "\n    }\n}\n", False),
    (JAVA + "    void g() {\n        for (Book ", "book : all) {\n        }", "\n    }\n}\n", False),
    (JAVA + "    void g(", "List<Book> books) {\n    }", "\n}\n", False),
    (GO + "func g() {\n\t", "h(name)", "\n}\n", True),
    (GO + "func g(name string) {\n\t", "h(name)", "\n}\n", False),
    (GO + "func g() {\n\t", "file, err := open(x)", "\n}\n", False),
    (GO + "func g() {\n\t", "h(", "name)\n}\n\nfunc h(name string) {}\n", False),
    (RUST + "    fn g(&self) -> usize {\n        ", "limit + 1", "\n    }\n}\n", True),
    (RUST + "    fn g(&self) -> usize {\n        self.", "limit", "\n    }\n}\n", False),
    (SCREEN + "  return <Button onPress={", "onClose", "} />;\n}\n", False),
    (SCREEN + "  return <List data={", "items", "} />;\n}\n", False),
]
UNKNOWN = [
    ("const API = '/days'\nf", "etch(api)", True),
    ("const API = '/days'\nf", "etch(API)", False),
    ("<input onChange", "={handleChange}", True),
    ("x = ", "undefined", False),
    ("x = ", "document.body", False),
    ("x = ", "parse(1)", False),
    ("list.map(", "item => item)", False),
    ("let ", "total = 0", False),
    ("let total = ", "count + 1", True),
    ('print("', 'hello, name")', False),
]


@pytest.mark.parametrize(("left", "whole", "right", "expected"), CASES)
def test_what_another_function_has(left: str, whole: str, right: str, *, expected: bool) -> None:
    assert reads_hidden(whole.encode(), left.encode(), right.encode()) == expected


@pytest.mark.parametrize(("left", "whole", "expected"), UNKNOWN)
def test_what_stands_nowhere(left: str, whole: str, *, expected: bool) -> None:
    known = left.encode().split()
    assert reads_unknown(whole.encode(), left.encode(), known.__contains__) == expected
