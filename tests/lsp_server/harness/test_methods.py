"""The paper's comparison: what is cut from a text that does not fit, and how outcomes are counted."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from quoin import load_language
from quoin.lsp_server.harness.cuts import Cut
from quoin.lsp_server.harness.judges.second_judge import Faults
from quoin.lsp_server.harness.methods import METHODS, Comparison, as_counts, longest_beginning
from quoin.lsp_server.harness.plan import Case
from quoin.lsp_server.harness.report import faults_table, methods_table

PYTHON = load_language("python")
BEGINNINGS = [
    ("f(", "a, b", ")\n", "a, b"),
    ("f(", "a]", ")\n", "a"),
    ("f(", "a, b(", ")\n", "a, b"),
    ("f(", "]", ")\n", ""),
    ("x = ", "é + 😀", "\n", "é "),
    ("x = (", "]", ")\n", ""),
    ("x = ", "]", "\n", None),
    ("f(", "a)", "\n", "a)"),
    ("f(", "a", "\n", None),
]


@pytest.mark.parametrize(("left", "text", "right", "expected"), BEGINNINGS)
def test_longest_beginning(left: str, text: str, right: str, expected: str | None) -> None:
    assert longest_beginning(PYTHON, Cut("typing", left, "", right), text) == expected


@pytest.mark.parametrize(("left", "text", "right", "expected"), BEGINNINGS)
def test_it_is_the_longest_by_the_parser(left: str, text: str, right: str, expected: str | None) -> None:
    def parses(middle: str) -> bool:
        try:
            ast.parse(left + middle + right)
        except SyntaxError:
            return False
        return True

    fitting = [text[:length] for length in range(len(text) + 1) if parses(text[:length])]
    assert (fitting[-1] if fitting else None) == expected


def found(kind: str, *fit: str, is_open: bool = True) -> Comparison:
    return Comparison(Case("a.py", Cut(kind, "x = ", "1", "\n")), frozenset(fit), is_open)


FOUND = [
    found("typing", *METHODS),
    found("typing", "checked", "closed"),
    found("typing", is_open=False),
    found("randspan", "closed"),
]


def test_counts() -> None:
    counts = as_counts(FOUND)
    assert list(counts) == ["typing", "randspan"]
    typing = counts["typing"]
    assert (typing["cuts"], typing["open"]) == (3, 2)
    assert [typing[name] for name in METHODS] == [1, 2, 1, 2]
    assert typing["pairs"]["unconstrained, checked"] == [1, 0, 1, 1]
    assert typing["pairs"]["checked, constrained"] == [1, 1, 0, 1]
    assert typing["failed"] == [{"file": "a.py", "start": 4, "open": False}]
    assert counts["randspan"]["failed"] == []


def test_the_table_has_a_row_for_each_kind() -> None:
    drawn = methods_table(as_counts(FOUND))
    assert drawn.row_count == 2
    assert list(drawn.columns[-1].cells) == ["2 (66.7%)", "1 (100.0%)"]


def test_the_second_judge_has_a_row_for_each_method() -> None:
    faults = {"closed": Faults(None, ("a",), ()), "checked": Faults("no", (), ())}
    drawn = faults_table(as_counts([replace(FOUND[0], faults=faults)]))
    cells = [list(column.cells) for column in drawn.columns]
    assert cells[1] == [*METHODS]
    rows = dict(zip(cells[1], zip(*cells[2:], strict=True), strict=True))
    assert rows["closed"] == ("1", "1 (100.0%)", "1 (100.0%)", "0 (0.0%)")
    assert rows["checked"] == ("1", "0 (0.0%)", "0 (0.0%)", "0 (0.0%)")
    assert rows["unconstrained"] == ("0", "0", "0", "0")
