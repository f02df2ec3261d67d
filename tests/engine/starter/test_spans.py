"""Spans of held-out lines, and how a model's text is compared with them."""

from __future__ import annotations

import pytest

from quoin.engine.starter.measures import spans
from quoin.engine.starter.samples import Cut

TEXT = '''"""Text.

import this
"""
import os  # said twice

def area(width,
         height):
    # no code
    "none"
    return """
      inside
    """ + str(width)
'''
LINES = {
    4: "import os  # said twice",
    6: "def area(width,",
    7: "height):",
    10: 'return """',
    12: "+ str(width)",
}


def test_lines_of_code() -> None:
    assert spans.code_lines(TEXT) == list(LINES)


def test_whole_lines() -> None:
    cuts = spans.spans([TEXT], "line", 100, seed=1)
    lines = TEXT.split("\n")
    assert {cut.middle for cut in cuts} == {lines[number].strip() for number in LINES}
    assert all(not cut.left.rpartition("\n")[2].strip() for cut in cuts)


@pytest.mark.parametrize("kind", spans.KINDS)
def test_a_span_is_the_end_of_a_line(kind: str) -> None:
    for cut in spans.spans([TEXT, "x = 1"], kind, 100, seed=1):
        assert cut.left + cut.middle + cut.right in {TEXT, "x = 1"}
        assert cut.middle.strip()
        assert "\n" not in cut.middle
        assert cut.right[:1] in {"\n", ""}


def test_the_seed_chooses() -> None:
    first, second, other = (spans.spans([TEXT], "rest of a line", 20, seed) for seed in (1, 1, 2))
    assert first == second
    assert first != other


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", 1.0),
        ("abc", "abc", 1.0),
        ("abc", "", 0.0),
        ("", "abc", 0.0),
        ("kitten", "sitting", 1 - 3 / 7),
        ("ab", "ba", 0.0),
        ("abcd", "bcd", 0.75),
        ("xyz", "abc", 0.0),
    ],
)
def test_similarity(first: str, second: str, expected: float) -> None:
    assert spans.similarity(first, second) == pytest.approx(expected)
    assert spans.similarity(second, first) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "exact", "fits"),
    [
        ("print(1)", True, True),
        ("print(1) ", True, True),
        ("print(2)", False, True),
        ("print(1", False, False),
        ("", False, False),
        ("pass\n", False, True),
    ],
)
def test_comparison(text: str, exact: bool, fits: bool) -> None:
    found = spans.compare(Cut("if x:\n    ", "print(1)", "\n"), text)
    assert (found.exact, found.fits) == (exact, fits)
    assert (found.similarity == 1.0) == exact
