"""No call has fewer arguments than those beside it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.functions.beside import gives_fewer

# The left context, the completion and the right context, and whether it gives fewer arguments.
CASES = [
    ("assert f(g(x), x) == 1\n‖assert f(g(y))‖\nassert f(g(z), z) == 2\n", False),
    ("    assert f(g(x), x)\n    ‖assert f(g(y))‖\n    assert f(g(z), z)\n", True),
    ("    [InlineData(1, 'a')]\n    [Inl‖ineData(\"a, b\")]‖\n    [InlineData(2, 'b')]\n", True),
    ("    f(a, b);\n    f(c, d);\n    ‖f(e);‖\n", True),
    ("    f(a, b);\n    f(c, d);\n    ‖f();‖\n", False),
    ("    f(a, b);\n    f(c, d);\n    ‖f(e, h);‖\n", False),
    ("    f(a, b);\n    f(c, d);\n    ‖f(e, h, i);‖\n", False),
    ("    f(a, b);\n    f(c);\n    ‖f(e);‖\n", False),
    ("    f(a, b);\n    f(c, d);\n        ‖f(e);‖\n", False),
    ("    f(a, b);\n    f(c, d);\n    ‖g(e);‖\n", False),
    ("    f(a, b);\n    f(c, d);\n    ‖f(e‖, h);\n", False),
    ("    f(a, b);\n    f(c, d);\n    ‖f(e);\n    f(h, i);‖\n", False),
    ("    f(a, b);\n    f(c, d);\n    ‖f(e).g(h);‖\n", False),
]


@pytest.mark.parametrize(("case", "expected"), CASES)
def test_calls_beside_each_other(case: str, *, expected: bool) -> None:
    left, whole, right = (part.encode() for part in case.split("‖"))
    assert gives_fewer(whole, left, right) == expected
