"""What is never reached is not shown: what stands behind a statement that leaves the same block."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.reaching import is_never_reached

WRONG = [
    "def f(a):\n    return a\n    ‖return None",
    "def f(a):\n    return a\n    re‖turn None",
    "def f(a):\n    return a\n\n    ‖print(a)",
    "for a in b:\n    continue\n    ‖if a:\n        c()",
    "def f(a):\n    raise KeyError('(')\n    ‖pass",
    "def f(a):\n    ‖return a\n    return None",
    "def f(a):\n    return [b for b in a]\n    ‖$a",
    "{\n\treturn a;\n\t‖return b;",
    "{\n  break;\n  ‖a++;",
    "for {\n\tbreak outer\n\t‖a++",
    '{\n  throw new A("b");\r\n  ‖a();',
]
RIGHT = [
    "def f(a):\n    if a:\n        return a\n    ‖return None",
    "def f(a):\n    return\n    ‖yield",
    "def f(a):\n    return (\n    ‖a)",
    "def f(a):\n    return a + \\\n    ‖b",
    "def f(a):\n    return a\n‖\ndef g():",
    "def f(a):\n    return a\n\n\n‖f(1)",
    "def f(a):\n    b = a\n    ‖return a",
    "switch (a) {\n  case 1:\n  return b;\n  ‖case 2:",
    "{\n  goto out;\n  return a;\n  ‖out:\n  b();",
    "{\n  return a;\n  ‖function a() {}",
    "{\n  return a\n  ‖  .b()",
    "{\n  return a &&\n  ‖b;",
    "{\n  return a\n  ‖? b : c;",
    "{\n  return a;\n  ‖// b",
    "{\n  return;\n‖}",
    "{\n  return_code = 1\n  ‖a()",
    "// return a\n‖b();",
    "if a; then\n  return 1\n  ‖elif b; then",
]


@pytest.mark.parametrize("case", WRONG)
def test_never_reached(case: str) -> None:
    left, whole = (side.encode() for side in case.split("‖"))
    assert is_never_reached(whole, left)


@pytest.mark.parametrize("case", RIGHT)
def test_perhaps_reached(case: str) -> None:
    left, whole = (side.encode() for side in case.split("‖"))
    assert not is_never_reached(whole, left)
