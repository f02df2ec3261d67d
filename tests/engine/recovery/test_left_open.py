"""Brackets that a line left open, in languages with braces: which lines are taken as absent."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.recovery import recover

CASES = [
    ("typescript", "class A {\n  foo( {\n}\nfunction g(x: number) {\n  return ‖;\n}\n", (2,)),
    (
        "javascript",
        "function f() {\n  a.b(function () {\n}\nfunction g() {\n  return ‖;\n}\nclass A {}\n",
        (2,),
    ),
    ("javascript", "/** a */{\n\nfunction f() {\n  var a;\n  return ‖;\n}\nvar b\n", (1,)),
    ("java", "class A {\n  void f() {\n    if (a {\n  }\n  int g() {\n    return ‖;\n  }\n}\n", (3,)),
    ("go", "package a\nfunc f() {\n\tg(a, func() {\n}\nfunc h() int {\n\treturn ‖\n}\n", (3,)),
]


@pytest.mark.parametrize(("name", "text", "absent"), CASES, ids=[f"{case[0]}-{case[2]}" for case in CASES])
def test_left_open(name: str, text: str, absent: tuple[int, ...]) -> None:
    left, right = text.split("‖")
    view = recover(quoin.Session(quoin.load_language(name)), left.encode(), right.encode())
    assert view is not None
    assert view.absent == absent
    state = view.quotient.start()
    assert state.advance(b"1")
    assert state.member
