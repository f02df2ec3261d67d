"""No variable is read that its function binds only below."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.early import reads_early

# The left context, the completion and the right context.
EARLY = [
    "with a('t') as file:\n    tides = load(file)\n    ‖print(tide['at'])‖\n\nfor tide in tides:\n    pass\n",
    "def f(days):\n    if not ‖g(days):\n        print(day, a)‖\n    for day, a in h(days):\n        pass\n",
    "def f():\n    ‖return text + 'a'‖\n    with g() as text:\n        pass\n",
    "function f() {\n    const a = 1;\n    ‖g(b);‖\n    const b = 2;\n}\n",
    "func f() {\n\t‖fmt.Println(total)‖\n\ttotal := g()\n}\n",
    "fn f() {\n    ‖g(total);‖\n    let mut total = 0;\n}\n",
]
LATE = [
    "def f(days):\n    ‖print(day)‖\n\ndef g():\n    for day in h():\n        print(day)\n",
    "def f(days):\n    ‖return day‖\n\nday = 1\n",
    "day = 0\ndef f(days):\n    ‖print(day)‖\n    day = 1\n",
    "a = {\n    ‖day: f(day)‖\n    for day in days\n}\n",
    "def f():\n    ‖_, day = g()‖\n    day = 1\n",
    "def f():\n    ‖a = [day for day in b]‖\n    day = 1\n",
    "function f() {\n    ‖g(() => b);‖\n    const b = 2;\n}\n",
    "function f() {\n    ‖g(b);‖\n    if (c) {\n    }\n}\nconst b = 2;\n",
    "fn f() {\n    ‖let total = 1;‖\n    let mut total = 0;\n}\n",
    "/**\n * ‖or total‖\n */\nlet total = 0;\n",
]


@pytest.mark.parametrize("text", EARLY)
def test_a_variable_that_is_bound_below(text: str) -> None:
    assert _is_early(text)


@pytest.mark.parametrize("text", LATE)
def test_a_variable_that_may_be_bound_above(text: str) -> None:
    assert not _is_early(text)


def _is_early(text: str) -> bool:
    left, middle, right = text.encode().split("‖".encode())
    return reads_early(middle, left, right)
