"""Repeated paragraphs of a grammar: what is written out, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.errors import LanguageError
from quoin.engine.util.repeats import written_out

if TYPE_CHECKING:
    from pathlib import Path

# A grammar, what it is when it is written out, and the line of each of its lines.
WRITTEN = {
    "none": ("a: B\n\nc: D", "a: B\n\nc: D", (1, 2, 3)),
    "one line": ("// for n in 0 to 2\na<n>: B", "// for n in 0 to 2\na0: B\na1: B\na2: B", (1, 2, 2, 2)),
    "sums": ("// for n in 9 to 9\na<n>: b<n+1> c<n-9> <m>", "// for n in 9 to 9\na9: b10 c0 <m>", (1, 2)),
    "two lines": (
        "x: y\n  // for i in 1 to 2\na<i>: B\n  | C\n\nd<i>: E",
        "x: y\n  // for i in 1 to 2\na1: B\n  | C\na2: B\n  | C\n\nd<i>: E",
        (1, 2, 3, 4, 3, 4, 5, 6),
    ),
    "in an expression": ("// for n in 2 to 2\nA: / {<n>,}/", "// for n in 2 to 2\nA: / {2,}/", (1, 2)),
    "a comment that is none": ("// for the reader\na<n>: B", "// for the reader\na<n>: B", (1, 2)),
}


@pytest.mark.parametrize(("grammar", "text", "lines"), WRITTEN.values(), ids=WRITTEN)
def test_paragraphs_are_written_out(grammar: str, text: str, lines: tuple[int, ...]) -> None:
    written = written_out(grammar)
    assert (written.text, written.lines) == (text, lines)


@pytest.mark.parametrize("words", ["n in 2 to 1", "n in 0 to 65"])
def test_numbers_that_cannot_be(words: str) -> None:
    with pytest.raises(LanguageError, match=f"`for {words}`") as raised:
        written_out(f"a: B\n// for {words}\nc<n>: D")
    assert raised.value.line == 2


def small(folder: Path, grammar: str) -> quoin.Language:
    manifest = {"name": "small", "grammar": "small.lark", "start": "start", "layout": "none", "lsp_ids": []}
    more: dict[str, object] = {"file_patterns": [], "display_names": {}}
    (folder / "small.lark").write_text(grammar, encoding="utf-8")
    (folder / "language.json").write_text(json.dumps(manifest | more), encoding="utf-8")
    return quoin.load_language(folder)


COLUMNS = """
start: block0

// for n in 0 to 2
block<n>: "a" (LINE_<n> "a")* (LINE_<n+1> block<n+1>)?

block3: "a"

// for n in 0 to 3
LINE_<n>: /\\n {<n>}/
"""


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("a", True),
        ("a\na\n a\n  a", True),
        ("a\n a\na", False),
        ("a\n  a", False),
        ("a\n a\n  a\n   a", True),
    ],
)
def test_columns_by_numbers(tmp_path: Path, text: str, is_one: bool) -> None:
    assert small(tmp_path, COLUMNS).quotient(text, "").start().member == is_one


def test_an_error_names_the_line_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(LanguageError) as raised:
        small(tmp_path, COLUMNS + "\nother: lost\n")
    assert raised.value.line == 12
