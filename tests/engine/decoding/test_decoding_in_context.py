"""What decoding makes of a model that wants to leave its context; wishes are its favourite tokens."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from quoin import Vocabulary, load_language
from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint, look_around

from .fakes import END, ScriptedModel

if TYPE_CHECKING:
    from quoin.engine.decoding.request import Stop
    from quoin.engine.decoding.result import Candidate

DEF = "def f():\n    "


def complete(
    wishes: dict[str, list[str]], left: str, right: str, *, stop: Stop = "statement", bounded: bool = True
) -> Candidate | None:
    words = [word for some in wishes.values() for word in some if word != END]
    model = ScriptedModel(words, lambda written: wishes.get(written, [END]))
    vocabulary = Vocabulary(model.pieces)
    state = load_language("python").quotient(left, right).start()
    around = look_around(state, left.encode(), right.encode(), by_columns=True) if bounded else None
    guard = GrammarConstraint(state, vocabulary, Stopwatch(), around)
    task = Task(model.ask(model.tokenise(b"p")), b"", left.encode(), stop, max_tokens=12)
    found = Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch())
    return found.candidates[0] if found.candidates else None


def text(candidate: Candidate | None) -> str | None:
    return None if candidate is None else candidate.text


CASES = [
    # The model closes a bracket to open another; its second choice does not.
    ("f(", ")\n", {"": ["a"], "a": [")", ", b"], "a)": [" + g("], "a) + g(": [END]}, "a) + g(", "a, b"),
    ("x = 'a", "'\n", {"": ["b"], "b": ["' + '", "c"]}, "b' + '", "bc"),
    # What it has to close it may.
    ("f(", "\ng(a)\n", {"": ["a"], "a": [")"], "a)": [END]}, "a)", "a)"),
]


@pytest.mark.parametrize(("left", "right", "wishes", "free", "bounded"), CASES)
def test_the_next_best_token_that_stays(
    left: str, right: str, wishes: dict[str, list[str]], free: str, bounded: str
) -> None:
    assert text(complete(wishes, left, right, bounded=False)) == free
    assert text(complete(wishes, left, right)) == bounded


@pytest.mark.parametrize("stop", ["statement", "block"])
def test_a_model_that_leaves_the_block_ends_the_completion(stop: Stop) -> None:
    wishes = {"": ["a"], "a": ["\n"], "a\n": ["\n"], "a\n\n": ["def g", "    b"], "a\n\n    b": ["\n", END]}
    found = complete(wishes, DEF, "\n    c\n", stop=stop)
    assert found is not None
    assert (found.text, found.ended) == ("a", "stop")


def test_a_file_s_own_indentation() -> None:
    wishes = {
        "": ["if b:"],
        "if b:": ["\n"],
        "if b:\n": ["        ", "    "],
        "if b:\n    ": ["c"],
        "if b:\n    c": [END],
    }
    free = text(complete(wishes, "def f():\n  a\n  ", "\n", bounded=False, stop="block"))
    assert free is not None
    assert free.startswith("if b:\n        ")
    assert text(complete(wishes, "def f():\n  a\n  ", "\n", stop="block")) == "if b:\n    c"


def test_what_has_to_be_closed_at_the_end_of_the_budget_is() -> None:
    wishes = {"(" * count: ["("] for count in range(20)}
    assert text(complete(wishes, "f(", ")\n")) == "()"
