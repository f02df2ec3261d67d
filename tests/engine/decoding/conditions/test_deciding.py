"""No condition is shown that says nothing where it stands."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.conditions.deciding import decides_nothing

# The left context and the completion.
DECIDED = [
    "if ‖('light') {",
    'while "a‖":',
    "if not a.done():\n    ‖if a.done():",
    "if a.done():\n    if ‖not a.done():",
    "  if (!a.b) {\n    ‖if (a.b) {",
    "  if (a) {\n    if ‖(a) {",
    "\tif a != nil {\n\t\tif ‖a == nil {",
    "    if a is None:\n        if a ‖is not None:",
    "  if (!version‖(ssl) >= TLS1_2_VERSION) {",
    "  return ‖!a.b > c;",
    '  track: { category: ‖"element" &&',
    'return "a‖" && b;',
    'const a = ‖"b" && c;',
    "  A tmp(other);\n  ‖this == &other;",
    "f() {\n  a.b‖ === c[0];",
]
OPEN = [
    "if ‖('light' in a) {",
    'if "$a"‖; then',
    "if not a.done():\n    ‖if a.ready():",
    "if not a.done():\n    b()\n    ‖if a.done():",
    "if not a.done():\n    b()\n‖if a.done():",
    "if (!a) {\n  b();\n} ‖else if (a) {",
    "if a and b:\n    ‖if a:",
    "if not a and b:\n    ‖if a and b:",
    "if (!a || b) {\n  ‖if (a || b) {",
    "if a != b and c == d:\n    ‖if a == b and c == d:",
    "while not a:\n    ‖if a:",
    "  if (‖!(a >= b)) {",
    "  if (!a >= b‖) {",
    "  if (‖a && b >= c) {",
    "  if (‖!a && b >= c) {",
    "  if (‖!std::is_same<A, B>::value) {",
    '  f("!a ‖< b");',
    'a == "b" ‖&& c',
    'test "$a" = ‖"b" && c',
    'return a == ‖"b" && c;',
    "  return (\n    ‖a == b;",
    "  return a ||\n    ‖b == c;",
    "  f();\n  ‖a == b && c();",
    "  f();\n  ‖return a == b;",
    "  f();\n  ‖a = b == c;",
    "  assert!‖(a < b);",
]


@pytest.mark.parametrize("case", DECIDED)
def test_a_condition_that_is_decided(case: str) -> None:
    left, whole = case.split("‖")
    assert decides_nothing(whole.encode(), left.encode())


@pytest.mark.parametrize("case", OPEN)
def test_other_conditions(case: str) -> None:
    left, whole = case.split("‖")
    assert not decides_nothing(whole.encode(), left.encode())
