"""A word that is typed directly before another one is told from one that is being changed."""

from __future__ import annotations

import pytest

from quoin.lsp_server.completion.apart import follows_word, is_apart
from quoin.lsp_server.documents.cursor import Cursor, context_at
from quoin.lsp_server.documents.documents import Documents
from quoin.lsp_server.documents.text_buffer import Point

# A line with the cursor, the rest of the file, and whether what is typed is a word of its own.
CASES = [
    ("area(w█height)", "height = 1", True),
    ("area(w█height)", "heights = 1", False),
    ("area(h█eight)", "height = 1; eight = 2", False),
    ("area(█height)", "height = 1", False),
    ("area(w█1)", "a = 1", True),
    ("area(w█)", "height = 1", False),
    ("area(é█height)", "height = 1", True),
    (f"area(w█{'a' * 200})", "a" * 200, False),
    (f"area({'a' * 200}█height)", "height = 1", False),
]


@pytest.mark.parametrize(("line", "rest", "apart"), CASES)
@pytest.mark.parametrize("is_above", [True, False])
def test_a_word_of_its_own(line: str, rest: str, apart: bool, is_above: bool) -> None:
    text = line.replace("█", "")
    document = Documents().open(
        "file:///a.py", "python", 1, f"{rest}\n{text}" if is_above else f"{text}\n{rest}"
    )
    at = Point(int(is_above), line.index("█"))
    context = context_at(document, Cursor(at, at))
    assert context is not None
    word = follows_word(context)
    assert bool(word and is_apart(context, word)) is apart
