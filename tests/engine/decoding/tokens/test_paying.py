"""Middles that must bind what is missing: `left ‖ middle ‖ right`, whether they may end, and the ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.paying import PayingConstraint
from quoin.engine.model.worker.names import missing_imports
from tests.support.case_lines import parse_parts

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State

CASES = [
    (r"def f(xs):\n     ‖  ‖ \n    return a + b\n", False, "a = ...\n    b = ..."),
    (r"def f(xs):\n     ‖ a = 1 ‖ \n    return a + b\n", False, "\n    b = ..."),
    (r"def f(xs):\n     ‖ a, b = 1, 2 ‖ \n    return a + b\n", True, ""),
    (r"def f(xs):\n     ‖ a, b =  ‖ \n    return a + b\n", False, "f"),
    (r" ‖ import os ‖ \nsys.exit()\n", False, "\nimport sys"),
    (r"def f():\n    pass ‖  ‖ \n\ng()\n", True, ""),
    # A name that the library has is bound by an import, before the others.
    (
        r" ‖  ‖ \nx = y\nsys.exit()\njson.loads(Path('a'))\n",
        False,
        "from pathlib import Path\nimport json\nimport sys\ny = ...",
    ),
    (r"def f():\n     ‖  ‖ \n    time.sleep(1)\n", False, "import time"),
    (r"def f():\n     ‖  ‖ \n    return time - math\n", False, "time = ...\n    math = ..."),
    (r"def f():\n     ‖  ‖ \n    for x, y in product: pass\n", False, "product = ..."),
    (r"def f():\n     ‖  ‖ \n    for x, y in product(1): pass\n", False, "from itertools import product"),
    (r"def f():\n     ‖  ‖ \n    x.json.y\n    json.z\n", False, "import json\n    x = ..."),
    # In the middle of a line nothing can be added to what the file has.
    (r"def f(xs):\n    x = ( ‖ 1 ‖ )\n    return a\n", False, None),
]


def paying(left: str, state: State, imports: dict[bytes, bytes]) -> PayingConstraint:
    vocabulary = quoin.Vocabulary([b"a"])
    return PayingConstraint(state, vocabulary, Stopwatch(), None, left.encode(), imports=imports)


@pytest.mark.parametrize(("case", "may_end", "ending"), CASES)
def test_ending(case: str, may_end: bool, ending: str | None) -> None:
    parts = parse_parts(case)
    language = quoin.load_language("python", level="compiles")
    state = language.quotient(parts.left, parts.right, spare="words", names=()).start()
    guard = paying(parts.left, state, missing_imports(state, parts.right.encode(), None))
    guard.advance(parts.middle.encode())
    assert guard.member == may_end
    assert guard.closing(thorough=True) == (None if ending is None else ending.encode())


USEFUL = [
    # A line that binds nothing missing is cut off, and so is what was not ended.
    (r"def f(xs):\n    ", r"a = 1\n    xs.b\n    c = (", r"\n    return a + b\n", "a = 1"),
    (
        r"def f(xs):\n    ",
        r"a = 1\n    c = 2\n    b = 3\n    (",
        r"\n    return a + b\n",
        "a = 1\n    c = 2\n    b = 3",
    ),
    (r"def f(xs):\n    ", r"xs()\n    a = (", r"\n    return a\n", ""),
    # A header is not a whole statement.
    ("", r"def a(x):\n    return x\n\ny = (", r"\na()\n", "def a(x):\n    return x"),
]


@pytest.mark.parametrize(("left", "text", "right", "kept"), USEFUL)
def test_what_is_kept_of_a_text_that_the_language_ends(left: str, text: str, right: str, kept: str) -> None:
    left, text, right = (part.replace("\\n", "\n") for part in (left, text, right))
    language = quoin.load_language("python", level="compiles")
    state = language.quotient(left, right, spare="words", names=()).start()
    length = paying(left, state, {}).useful(text.encode())
    assert length is not None
    assert text[:length] == kept
