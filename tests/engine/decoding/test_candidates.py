"""What a candidate says of itself beside its text."""

from __future__ import annotations

import math

import pytest

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch

from .fakes import END, STEP, Brackets, FakeGuard, ScriptedModel

# Each token is preferred to one other alone.
ONE = -math.log(1 + math.exp(-STEP))

CASES = [
    # What the model writes, its budget, the right context.
    # The text, how much of it is the model's, tokens of its first line.
    ("ab", 9, "", "ab", 2, 2),
    ("ab\ncd", 9, "", "ab\ncd", 5, 3),
    ("\nab\ncd", 9, "", "\nab\ncd", 6, 4),
    ("a\r\ncd", 9, "", "a\r\ncd", 5, 2),
    ("é\nx", 9, "", "é\nx", 3, 2),
    ("(ab", 3, "", "(a)", 2, 2),
    ("(", 3, ")", "(", 1, 1),
]


@pytest.mark.parametrize(("wish", "budget", "right", "text", "written", "tokens"), CASES)
def test_what_is_the_models(
    wish: str, budget: int, right: str, text: str, *, written: int, tokens: int
) -> None:
    model = ScriptedModel(["é"], lambda done: [wish[len(done)] if len(done) < len(wish) else END, "!"])
    guard = FakeGuard(Brackets("", right), model.pieces)
    task = Task(model.ask([]), b"", b"", "end", budget)
    found = Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch()).candidates
    (candidate,) = found
    assert candidate.first_line_logprob is not None
    assert (candidate.text, candidate.written) == (text, written)
    assert candidate.first_line_logprob / ONE == pytest.approx(tokens, rel=1e-3)
