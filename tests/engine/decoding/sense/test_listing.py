"""No list is given a name, or a key, that it has already."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.listing import lists_again

# The left context, the completion and the right context.
AGAIN = [
    '{\n  "a": 1,\n  ‖"b": 2,‖\n  "b": 3,\n  "c": {' + "\n    1," * 3000,
    "func RangeArgs(min int, ‖min int‖) PositionalArgs {",
    "func (c *C) f(a, b int, ‖a string‖) error {",
    "from dataclasses import dataclass, field, ‖field‖",
    "const a = require('./a');\nconst ‖b = require('./a');",
    'var a = require("./a");\n\nvar { b, c } = require("./‖a");',
    "import os, ‖os‖",
    "import { a, b, ‖a‖ } from 'c';",
    "from a import (\n    b,\n    ‖b‖\n)",
    "use a::{B, ‖B‖};",
    "enum Status { OPEN, PAID, SHIPPED, ‖SHIPPED‖ }",
    "enum Access {\n    [A(1)]\n    None = 0,\n    [A(2)]\n    ‖Read = 0,‖\n    [A(3)]\n    Read = 1\n}",
    "enum Status {\n    OPEN(1),\n    PAID(2),\n    ‖OPEN(3)‖;\n    int f;\n}",
    "record Item(String name, double price, int quantity, ‖double price‖) {}",
    "A(\n    Map<String, Integer> a,\n    ‖List<? extends C<E>> made,‖\n    List<? extends C<E>> made) {}",
    "constructor(private readonly path: string, ‖private path: string‖) {}",
    "f({ id: 1, name, ‖name‖ })",
    "const { name, email, ‖name‖ } = a;",
    "f(['title' => $a, 'body' => $b, ‖'body' => $b‖])",
    '{\n  "a": 1,\n  ‖"a": 2‖\n}',
    "f(a=1, ‖a=2‖)",
    "Note{ID: s.next, ‖ID: 1‖}",
    "f(['title' => $a, ‖'body'‖])",
    "f([‖'title' => $a, 'body'‖])",
    "a = {\n    operator.lt: '<',\n    ‖operator.lt: '>',‖\n    operator.gt: '>',\n}",
    "return switch (s) {\n  case OPEN -> 1;\n  case ‖OPEN‖ -> 2;\n};",
    "return switch (s) {\n  case ‖SHIPPED‖ -> 2;\n  case SHIPPED -> 1;\n};",
    "switch (c) {\ncase Color::red:\n  return f(1, {2});\ncase Color::‖red:\n  return 2;‖\n}",
    'switch word {\ncase "a":\n\tf()\n‖case "a":‖\n}',
    "match t {\n  T::Plus => 1,\n  T::‖Plus‖ => 2,\n}",
    "match t {\n  '{' => { f() }\n  ‖'{' => 2‖\n}",
]
NOT_AGAIN = [
    "func RangeArgs(min int, ‖max int‖) PositionalArgs {",
    "func (c *C) f(a, ‖b int‖) error {",
    "func f(string, ‖string‖)",
    "fn f(_: *mut A, ‖_: *mut B‖) {",
    "int f(const char *const, ‖const char *const‖);",
    "int f(unsigned int, ‖unsigned int‖);",
    '{"/", false, ‖"/", nil‖},',
    "return {first, ‖first‖};",
    'all(feature = "a", any(feature = "b", ‖feature = "c"‖))',
    "void f(Map<String, Integer> a, ‖Map<String, Long> b‖) {}",
    "f(a < b, ‖c > b‖)",
    "from dataclasses import dataclass, field, ‖fields‖",
    "const a = require('./a');\nconst ‖b = require('./b');",
    "const a = require('./a').b;\nconst ‖c = require('./a').c;",
    "const a = require('./a');\nf(() => {\n  const ‖b = require('./a');\n})",
    "import { a, b, ‖a as d‖ } from 'c';",
    "enum Status {\n    OPEN(1),\n    PAID(2);\n    void f(int a, ‖OPEN‖) {}\n}",
    "f(new Item(name, price), a, ‖a‖)",
    "a = [a, ‖a‖]",
    '{\n  "a": {"b": 1},\n  ‖"b": 2‖\n}',
    "f(a == 1, ‖a == 1‖)",
    "if (a) { ‖b, b‖ }",
    "match a {\n    Some(B::C) => 1,\n    ‖Some(B::D) => 2,‖\n}",
    "f(['{' => $a, ‖'}' => $b‖])",
    "def f(\n    a: Optional[str] = None,\n    ‖b: Optional[str] = None,‖\n):",
    "‖a, a",
    "f(['required', ‖'email'‖])",
    "f(['min' => 3, 'required', ‖'email'‖])",
    "f(['a' => $b, ‖$c‖])",
    "a = {\n    operator.lt: '<',\n    ‖operator.le: '<=',‖\n    operator.gt: '>',\n}",
    "f([‖'a'‖, () => b])",
    "switch (a) {\n  case A:\n    switch (b) {\n      case B: f();\n    }\n  ‖case B:‖\n}",
    "match t {\n  T::Plus if a => 1,\n  T::‖Plus‖ => 2,\n}",
    "match t {\n  #[cfg(a)]\n  A => 1,\n  #[cfg(not(a))]\n  ‖A‖ => 2,\n}",
    "switch (a) {\n#if B\n  case A: f();\n#else\n  ‖case A:‖ g();\n#endif\n}",
    "switch (a) {\n  case A: p->b = 1;\n  p->b = 1;\n  ‖p->b = 1;‖\n}",
    "switch (a) {\n  case A: f();\n  ‖case B: f();‖\n}",
]


@pytest.mark.parametrize("text", AGAIN)
def test_what_a_list_has_already(text: str) -> None:
    assert _is_again(text)


@pytest.mark.parametrize("text", NOT_AGAIN)
def test_what_a_list_may_have(text: str) -> None:
    assert not _is_again(text)


def _is_again(text: str) -> bool:
    left, middle, right = f"{text}‖".encode().split("‖".encode())[:3]
    return lists_again(middle, left, right + b"\n")
