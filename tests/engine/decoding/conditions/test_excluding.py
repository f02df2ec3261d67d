"""No condition is shown whose operands exclude or repeat each other."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.conditions.excluding import excludes_itself

# The left context, the completion and the right context.
EXCLUDED = [
    'if (issue.format === "a" && ‖issue.format === "b"‖) {',
    "if (names.Count != 1 && ‖names.Count == 1‖) {",
    "if ($value === null && ‖$value instanceof DateTime‖) {",
    "if (null === $value && ‖$value->format‖) {",
    "if a is None and ‖a.b‖:",
    "if a.b and ‖a.b‖:",
    "if a is not None or ‖a.is_open‖:",
    "    while (‖x == 1‖ && x == 2) {",
    "if (x != 1 || ‖x != 2‖) {",
    "if (\n  a &&\n  ‖a.b !== undefined &&‖\n  'b' in a &&\n  a.b !== undefined\n) {",
    "if (f($a, 'b') &&\n    ‖f($a, 'c') && $d == 1 &&‖\n    $d == 2) {",
    "if (a == 1 &&\n    ‖a == 2‖) {",
    "if ($min > $max && ‖$max < $min‖) {",
    "if (a == b || ‖b == a‖) {",
    "if x < 1 and ‖x > 1‖:",
    "if x < 1 || ‖x >= 1‖ {",
    "return a !== null && (id === undefined || id === null || ‖id === undefined‖);",
    "let a = f(b, 1) && (a == 1) && ‖(a == 2)",
    "if (a || b) {\n  return ‖a.x == 1 && a.x != 1;\n}‖",
]
JOINED = [
    "if ‖a and a not in b and c‖:",
    "if ($a || ‖$a = f($b)‖) {",
    "assert ‖a is b or a == b",
    "if (\n  a &&\n  ‖a.b !== undefined &&‖\n  'b' in a &&\n  a.c !== undefined\n) {",
    "if (a == 1 &&\n    b\n) {\n}\nif (‖a == 2‖) {",
    "if (‖a == 1‖) {\n  if (a == 2 && b) {",
    "if (a > b && ‖b > c‖) {",
    "if (a.x > b.x || ‖b.y < a.y‖) {",
    "if (x == 1 || ‖x == 2‖) {",
    "if (x != 1 && ‖x != 2‖) {",
    "if (x == A && ‖x == B‖) {",
    "if (a == null || ‖a.isEmpty()‖) {",
    "if (a != null && ‖a.b‖) {",
    "if (a == null && ‖a?.b == null‖) {",
    "if x < 1 or ‖x > 1‖:",
    "if x >= 1 and ‖x <= 1‖:",
    "if f(a.b) and ‖f(a.c)‖:",
    "if (next() == 1 && ‖next() == 2‖) {",
    "x = a == 1 or b and ‖a == 2‖",
    "if (a == 1) { b(); } ‖if (a == 2) { c(); }",
    "x = a == 1 && b ? ‖a == 1 && c : d",
    'f(a == "x" && b, ‖a == "y" && b)',
    "if (x == 1 && x == 2) {\n  ‖a && b‖",
    "// said again and ‖again",
]


@pytest.mark.parametrize("case", EXCLUDED)
def test_operands_that_decide_alone_are_found(case: str) -> None:
    assert _is_excluded(case)


@pytest.mark.parametrize("case", JOINED)
def test_other_conditions_are_not(case: str) -> None:
    assert not _is_excluded(case)


def _is_excluded(case: str) -> bool:
    left, whole, right = (*case.split("‖"), "")[:3]
    return excludes_itself(whole.encode(), left.encode(), right.encode())
