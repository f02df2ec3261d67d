"""What of a completion is worth showing to somebody who types."""

from __future__ import annotations

import math

import pytest

import engine
from engine.decoding.closing import SIGNS
from engine.decoding.outcome import Candidate
from engine.decoding.worth import repeats, worth_showing

PYTHON = engine.load_language("python")


@pytest.mark.parametrize(
    ("left", "text", "right", "expected"),
    [
        ("value = 1\n", "value = 1", "\n", True),
        ("    pass\n", "}\n}", "\n", False),
        ("x = ", "a\nself.y = b\nself.y = b", "\n", True),
        ("f(", "path, path, path, path)", "\n", True),
        ("f(", "path, mode, path)", "\n", False),
        ("x = [", "0, 0, 0, 0]", "\n", False),
        ("x = 1\n", "y = 2\nreturn found", "\nreturn found\n", True),
        ("def a():\n    ", "return x", "\n\ndef b():\n    return x\n", False),
        ("a = 1\nb", " = 2", "\nc = 3\n", False),
    ],
)
def test_repetition(left: str, text: str, right: str, expected: bool) -> None:
    assert repeats(text.encode(), left.encode(), right.encode()) == expected


def shown(left: str, tokens: list[tuple[str, float]], right: str, least: float) -> str | None:
    """What is left of a completion of these tokens, each with its probability."""
    marks, text = [], ""
    for token, probability in tokens:
        marks.append((len(text), math.log(probability)))
        text += token

    def ended(middle: bytes) -> bytes | None:
        state = PYTHON.quotient(left, right).start()
        if not state.advance(middle):
            return None
        signs = state.completion()
        return None if signs is None or signs.strip(SIGNS) else middle + signs

    candidate = Candidate(text, 0.0, len(tokens), "stop", marks=tuple(marks))
    found = worth_showing(candidate, (left.encode(), right.encode()), ended, least)
    return None if found is None else found.text


@pytest.mark.parametrize(
    ("left", "tokens", "right", "expected"),
    [
        ("x = ", [("os", 0.9), (".path", 0.9), (".join", 0.9), ("(a)", 0.9)], "\n", "os.path.join(a)"),
        ("x = ", [("os", 0.9), (".path", 0.9), (".join", 0.1), ("(a)", 0.9)], "\n", "os.path"),
        ("x = ", [("os", 0.9), (".pa", 0.9), ("th", 0.1), ("(a)", 0.9)], "\n", "os"),
        ("f(", [("index", 0.9), (", other", 0.1), (")", 0.9)], "\n", "index)"),
        ("x = ", [("os", 0.2), (".path", 0.9)], "\n", None),
        ("if x", [(".a:", 0.9), ("\n    f(x)", 0.2), ("\n    g(x)", 0.9)], "\n", ".a:\n    f(x)"),
        ("if ", [("x", 0.9), (":", 0.2), ("\n    f(x)", 0.2)], "\n", None),
        ("x = ", [("a", 0.9), ("\ny = b", 0.2)], "\n", "a"),
        ("x = ", [("abc", 0.9), ("\ny = b", 0.2)], "\n", "abc"),
    ],
)
def test_what_is_sure(left: str, tokens: list[tuple[str, float]], right: str, expected: str | None) -> None:
    assert shown(left, tokens, right, 0.3) == expected
    assert shown(left, tokens, right, 0.0) == "".join(token for token, _ in tokens)
