"""Where a completion ends when that is left to quoin."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.endings.stop_rule import stop_for

CASES = [
    ("", "statement"),
    ("x = ", "statement"),
    ("if x:", "statement"),
    ("if x: ", "statement"),
    ("if x:\n", "block"),
    ("if x:\r\n\t", "block"),
    ("def f():\n\n    ", "block"),
    ("def f():\n    x", "statement"),
    ("x = 1\n", "statement"),
    ("void f() {\n  ", "block"),
]


@pytest.mark.parametrize(("left", "stop"), CASES)
def test_auto(left: str, stop: str) -> None:
    assert stop_for("auto", left) == stop


@pytest.mark.parametrize("stop", ["line", "statement", "block"])
def test_what_is_wanted_counts(stop: str) -> None:
    assert stop_for(stop, "if x:\n") == stop  # type: ignore[arg-type]
