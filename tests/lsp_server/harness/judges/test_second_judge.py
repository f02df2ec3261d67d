"""The second judge of Python: what it finds in texts that parse, and what a completion makes worse."""

from __future__ import annotations

import pytest

from grammars.python.second_judge import findings
from quoin import load_language
from quoin.engine.languages.loader import GRAMMARS
from quoin.lsp_server.harness.cuts import Cut
from quoin.lsp_server.harness.judges.second_judge import FaultCounts, Faults, SecondJudge, count_faults

PYTHON = load_language("python")
NOTHING = Faults(None, (), ())


@pytest.mark.parametrize(
    ("text", "refused", "unbound"),
    [
        ("x = 1\nx", False, []),
        ("x = y\n", False, [("y", 4)]),
        ("\ufeffx = y\n", False, [("y", 5)]),
        ("def f():\r\n    é = 1; z\r\n", False, [("z", 21)]),
        ("def f():\r    'é😀'; z\r", False, [("z", 19)]),
        ("return\n", True, []),
        ("def f(a, a): pass\n", True, []),
        ("from os import *\nx\n", False, []),
    ],
)
def test_findings(text: str, refused: bool, unbound: list[tuple[str, int]]) -> None:
    found = findings(text)
    assert found is not None
    assert (found["refusal"] is not None, found["unbound"]) == (refused, unbound)


@pytest.mark.parametrize("text", ["x = (", "\0", "(" * 5000])
def test_nothing_is_found_in_a_text_that_does_not_parse(text: str) -> None:
    assert findings(text) is None


# left, original middle, right, completion, replaced characters
FAULTS: list[tuple[str, str, str, str, int, Faults | None]] = [
    ("x = 1\ny = ", "x", "\n", "x", 0, NOTHING),
    ("x = 1\ny = ", "x", "\n", "z", 0, Faults(None, ("z",), ())),
    ("", "x = 1", "\nprint(x)\n", "y = 1", 0, Faults(None, (), ("x",))),
    ("", "x = 1", "\nprint(x)\n", "y = z", 0, Faults(None, ("z",), ("x",))),
    ("y = z\nx = ", "1", "\n", "z", 0, NOTHING),
    ("pri", "nt", "(1)\n", "m", 0, Faults(None, ("prim",), ())),
    ("print(1", "", ")\n", ", z)", 1, Faults(None, ("z",), ())),
    ("if 1:\n    ", "x = 1", "\n", "return", 0, Faults("'return' outside function", (), ())),
    ("return\nx = ", "1", "\n", "z", 0, None),
    ("x = ", "1", "\n", "(", 0, None),
]


@pytest.mark.parametrize("case", FAULTS)
def test_faults(case: tuple[str, str, str, str, int, Faults | None]) -> None:
    left, middle, right, completion, replaced, expected = case
    judge = SecondJudge(PYTHON, GRAMMARS / "python")
    assert judge.name is not None
    assert judge.faults(Cut("typing", left, middle, right), completion, replaced) == expected
    judge.close()


def test_a_language_without_a_second_judge_has_no_faults() -> None:
    judge = SecondJudge(load_language("json"), GRAMMARS / "json")
    assert judge.name is None
    assert judge.faults(Cut("typing", "[", "1", "]"), "2", 0) is None
    judge.close()


def test_counts() -> None:
    found = [
        None,
        NOTHING,
        Faults("no", ("a", "b"), ()),
        Faults(None, (), ("c",)),
        Faults(None, ("a",), ("c",)),
    ]
    assert count_faults(found) == FaultCounts(judged=4, compiled=3, inside=2, outside=2, unbound=3)
