"""Which words are known at a cursor."""

from __future__ import annotations

from typing import Any

import pytest

from quoin.engine.language import load_language
from quoin.engine.model.ipc.messages import CompletionRequest, OtherFile
from quoin.engine.model.worker.words import Words
from quoin.engine.quotient.session import Session
from quoin.engine.recovery import recover

OTHERS = {"other_files": (OtherFile("a.py", "def total(): ..."),), "importable": ("numpy",)}
CASES: list[tuple[str, str, dict[str, Any], bool]] = [
    ("height = 1\nx = he█", "height", {}, True),
    ("x = he█\nheight = 1\n", "height", {}, True),
    ("# its height\nx = he█", "height", {}, True),
    ("heights = 1\nx = he█", "height", {}, False),
    # The word at the cursor is no evidence.
    ("x = height█", "height", {}, False),
    ("x = he█ight\n", "ight", {}, False),
    ("ret█", "return", {}, True),
    ("x = sor█", "sorted", {}, True),
    ("x = json.du█", "dumps", {}, True),
    ("x = to█", "total", {}, False),
    ("x = to█", "total", OTHERS, True),
    ("x = num█", "numpy", OTHERS, True),
    ("x = num█", "numpy", {"known_names": ("numpy",)}, True),
    ("x = num█", "numpy", {"cells_before": ("numpy = 1",)}, True),
]


@pytest.mark.parametrize(("text", "word", "given", "expected"), CASES)
def test_known_words(text: str, word: str, given: dict[str, Any], expected: bool) -> None:
    left, right = text.split("█")
    language = load_language("python")
    request = CompletionRequest("python", left, right, "a", **given)
    view = recover(Session(language), left.encode(), right.encode())
    assert view is not None
    assert Words(request, view, (left.encode(), right.encode())).has(word.encode()) == expected
