"""Where a block has to begin in the next line, the token with the line end is taken.

A case has the text around the cursor, the number of nats by which each token is less likely than the one
before it, the tokens that the model prefers at each step, and the text that is written.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from tests.engine.decoding.fakes import END
from tests.engine.decoding.test_steering import Stepwise

if TYPE_CHECKING:
    from collections.abc import Sequence

CASES = [
    ("for a in b█\n", 2.0, [[":", ":\n"], ["    f(a)"], [END]], ":\n    f(a)"),
    ("for a in b█\n", 4.0, [[":", ":\n"], [" f(a)"], [END]], ": f(a)"),
    ("def f(█\n", 2.0, [["a):", "a):\n"], ["    g(a)"], [END]], "a):\n    g(a)"),
    ("if a:\n    if b█\n", 2.0, [[":", ":\n"], ["        c()"], [END]], ":\n        c()"),
    # Elsewhere the sign opens no block.
    ("a█\n", 2.0, [[":", ":\n"], [" int"], [END]], ": int"),
    ("a = {b█}\n", 2.0, [[":", ":\n"], [" 1"], [END]], ": 1"),
    ("a = b[c█]\n", 2.0, [[":", ":\n"], [" 1"], [END]], ": 1"),
    ("a = lambda█\n", 2.0, [[":", ":\n"], [" 1"], [END]], ": 1"),
]


@pytest.mark.parametrize(("text", "nats", "steps", "expected"), CASES)
def test_line_ends_after_what_opens_a_block(
    text: str, nats: float, steps: Sequence[Sequence[str]], expected: str
) -> None:
    model = Stepwise(steps, nats)
    left, right = text.split("█")
    assert written(model, "python", (left, right), by_columns=True, unasked=True) == expected


@pytest.mark.parametrize("unasked", [True, False])
@pytest.mark.parametrize(
    ("text", "steps", "expected"),
    [
        ("if (a)█\n", [[" {"], [END, " b"], ["  b();"], ["\n}"], [END]], " {\n  b();\n}"),
        ("if (a)█\n", [[" {"], [" b();", END], [" }"], [END]], " { b(); }"),
        ("f(█\n", [["["], [END, "b"], ["  b"], ["\n])"], [END]], "[\n  b\n])"),
        # The bracket is closed in the line.
        ("if (a)█ }\n", [[" {"], [END, " b"]], " {"),
        # The rest of the line follows it.
        ("f(█)\n", [["["], [END, "b"], ["]"], [END]], "[b]"),
    ],
)
def test_a_text_that_ends_with_an_opening_bracket_goes_on_in_the_next_line(
    text: str, steps: Sequence[Sequence[str]], expected: str, *, unasked: bool
) -> None:
    left, right = text.split("█")
    assert written(Stepwise(steps, 2.0), "javascript", (left, right), unasked=unasked) == expected


def written(
    model: Stepwise,
    language: str,
    sides: tuple[str, str],
    *,
    unasked: bool,
    by_columns: bool = False,
) -> str:
    """What the model writes between two texts."""
    left, right = sides
    state = quoin.load_language(language).quotient(left, right).start()
    guard = GrammarConstraint(state, quoin.Vocabulary(model.pieces), Stopwatch())
    prompt = model.ask(model.tokenise(b"prompt"))
    task = Task(
        *(prompt, b"", left.encode(), "statement"),
        right=right.encode(),
        max_tokens=20,
        by_columns=by_columns,
        unasked=unasked,
    )
    found = Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch())
    return found.candidates[0].text
