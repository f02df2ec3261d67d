"""A line of the prompt that names a file is not written: decoding goes back before it.

A case has the text around the cursor, what the model writes first, what it writes where that is barred, and
the text that is written.
"""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.decoding.request import Sampling
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.fakes import END, ScriptedModel

HEADINGS = (b"# pkg/act.py", b"# here.py", b"# Makefile")
CASES = [
    ("def f():\n    pass\n█", ["# ", "pkg/act", ".py"], ["x = 1"], "x = 1"),
    ("def f():\n    pass\n█", ["# he", "re.py"], ["x = 1"], "x = 1"),
    ("def f():\n    pass\n# █", ["he", "re", ".", "py"], ["x = 1"], "x = 1"),
    ("█", ["x = 1\n", "y = 2\n", "# M", "akefile"], ["z = 3"], "x = 1\ny = 2\nz = 3"),
    # The line may begin within a token.
    ("█", ["x = 1\n\n# he", "re.py"], ["y = 2"], "y = 2"),
    # What only begins as such a line, or has its text elsewhere, is a comment as any other.
    ("█", ["# he", "re", " it is"], ["x = 1"], "# here it is"),
    ("x = 1 █", ["# he", "re.py"], ["x = 1"], "# here.py"),
    # Where nothing else is meant nothing is written.
    ("█", ["# he", "re.py"], ["# ", "here.py"], ""),
]


def script(first: list[str], then: list[str], written: str) -> list[str]:
    """What the model prefers after a text: to go on as first meant, or as then meant."""
    ways = [way for at in range(len(first) + 1) for way in (first, first[:at] + then)]
    found = [
        [*way, END][count] for way in ways for count in range(len(way) + 1) if "".join(way[:count]) == written
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("sampling", [None, Sampling(temperature=0.5)])
@pytest.mark.parametrize(("text", "first", "then", "expected"), CASES)
def test_which_line_is_written(
    text: str, first: list[str], then: list[str], expected: str, sampling: Sampling | None
) -> None:
    left, right = text.split("█")
    model = ScriptedModel(first + then, lambda written: script(first, then, written))
    quotient = quoin.load_language("python").quotient(left, right)
    found = found_between(
        model, quotient.start(), left, right, stop="end", max_tokens=20, headings=HEADINGS, sampling=sampling
    )
    written = "".join(one.text for one in found.candidates)
    if sampling is None:
        assert written == expected
    assert not any(line.encode() in HEADINGS for line in (left + written).split("\n"))
