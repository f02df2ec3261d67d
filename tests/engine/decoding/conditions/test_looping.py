"""No loop goes on by another variable than it declares."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.conditions.looping import loops_by_another

# The left context and the completion.
WRONG = [
    "  for (size_t pos ‖= 0; i < count; ++i)",
    "  for (int i = 0; ‖j < n; j++) {",
    "  for (let i = 0; j ‖< a.length; j++) {",
    "  for (std::vector<int>::iterator it = a.begin(); ‖jt != a.end(); ++jt)",
]
RIGHT = [
    "  for (size_t pos ‖= 0; pos < count; ++pos)",
    "  for (int i = 0; ‖a; i++) {",
    "  for (int i = n; ‖i--;) {",
    "  for (int i = 0; ‖;) {",
    "  for (int i = 0, j = 1; ‖j < n; j++) {",
    "  for (int i = 0; ‖j < n",
    "  for (int i = 0; j < n; j++) {‖ f();",
    "  for (const a of ‖b) {",
]


@pytest.mark.parametrize("case", WRONG)
def test_another_variable(case: str) -> None:
    left, whole = (part.encode() for part in case.split("‖"))
    assert loops_by_another(whole, left)


@pytest.mark.parametrize("case", RIGHT)
def test_its_own(case: str) -> None:
    left, whole = (part.encode() for part in case.split("‖"))
    assert not loops_by_another(whole, left)
