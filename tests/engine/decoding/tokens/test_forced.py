"""Bytes that must come next, and the tokens that the text with them is made of."""

from __future__ import annotations

import math

import pytest

from quoin import Vocabulary, load_language
from quoin.engine import _core
from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint, NoConstraint
from tests.engine.decoding.fakes import END, ScriptedModel

FORCED = [
    ("x = 1 if y el", "\n", b"se"),
    ("class", " A: pass\n", b""),
    ("from a impor", "\n", b"t"),
    ("x = '\\N{EM DASH", "\n", b"}"),
    # A name may go on.
    ("i", "\n", b""),
    ("x = 1 if y ", "\n", b""),
    # The middle may end here: nothing must come.
    ("x = 1 if y els", "e 2\n", b""),
    # Names of characters are written in letters of either kind.
    ("x = '\\N{EM DAS", "\n", b""),
    ("x = (", ")\n", b""),
]


@pytest.mark.parametrize(("left", "right", "expected"), FORCED)
def test_forced_bytes(left: str, right: str, expected: bytes) -> None:
    state = load_language("python").quotient(left, right).start()
    assert GrammarConstraint(state, Vocabulary([]), Stopwatch()).forced() == expected


@pytest.mark.parametrize(("length", "expected"), [(1, 1), (99, 99), (100, 100), (200, 100)])
def test_forced_bytes_have_an_end(length: int, expected: int) -> None:
    """In a language of one text."""
    rule = ("start", 2, [(0, 0, 1, 0)])
    grammar = _core.Grammar([("A", "x" * length, 0, True)], [], [rule], 0, "none", literals=["x" * length])
    start = _core.Session(grammar).quotient(b"", b"").start()
    assert _core.Guard(start).forced() == b"x" * expected


def test_without_a_filter_nothing_is_forced() -> None:
    assert NoConstraint(10).forced() == b""


def test_the_model_is_not_asked_for_what_must_come() -> None:
    left, right = "x = 1 if y ", "\n"
    wishes = {"": ["e"], "else": [" 2"], "else 2": [END]}
    words = ["els", "else", " 2", "se"]
    model = ScriptedModel(words, lambda written: wishes.get(written, ["!"]))
    asked = []
    evaluate = model.evaluate

    def remembering(tokens: list[int], watch: Deadline) -> object:
        asked.append([model.pieces[token].decode() for token in tokens[1:]])
        return evaluate(tokens, watch)

    model.evaluate = remembering  # type: ignore[assignment, method-assign]
    by_characters = model.tokenise
    model.tokenise = lambda text: (  # type: ignore[method-assign]
        [model.token(text)] if text in model.pieces else by_characters(text)
    )
    vocabulary = Vocabulary(model.pieces)
    state = load_language("python").quotient(left, right).start()
    guard = GrammarConstraint(state, vocabulary, Stopwatch())
    task = Task(model.ask([model.token("p")]), b"", left.encode(), "line", max_tokens=10)
    (found,) = Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch()).candidates
    assert found.text == "else 2"
    # The model chose `e` and ` 2`; it was never asked after `e`, and saw `else` as one token.
    assert found.tokens == 2
    assert asked == [[], ["else"], ["else", " 2"]]
