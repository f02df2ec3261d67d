"""What refers to nothing is refused; a fault inside the core is an ordinary exception.

`tests/promises/engine/panics.py` lets the core panic at each of its entry points.
"""

from __future__ import annotations

from typing import Any

import pytest

from quoin.engine import _core

RULE = ("start", 2, [(0, 0, 1, 0)])


def grammar(**changes: Any) -> _core.Grammar:
    parts: dict[str, Any] = {
        "terminals": [("A", "a", 0, True)],
        "ignored": [],
        "rules": [RULE],
        "start": 0,
        "layout": "none",
        "literals": ["a"],
    }
    return _core.Grammar(**(parts | changes))


BAD: list[tuple[dict[str, Any], str]] = [
    ({"ignored": [1]}, "no terminal 1"),
    ({"ignored": [60_000]}, "no terminal 60000"),
    ({"comments": [1]}, "no terminal 1"),
    ({"strings": [300]}, "no terminal 300"),
    ({"names": {"read": [0], "bind": [7]}}, "no terminal 7"),
    ({"names": {"read": [0], "bind": [0], "outer": [5]}}, "no terminal 5"),
    ({"names": {"read": [0], "bind": [0], "inner_assign": [6]}}, "no terminal 6"),
    ({"names": {"read": [0], "bind": [0], "close": [0], "open": [9]}}, "no terminal 9"),
    ({"modes": [("main", [1])]}, "mode main"),
    ({"modes": []}, "no mode"),
    ({"start": 1}, "no start rule"),
    ({"literals": []}, "as many literals"),
    ({"labels": [[1]]}, "a label does not fit"),
    ({"contexts": 129}, "129 contexts"),
    ({"rules": [("start", 1, [])]}, "no end state"),
    ({"rules": [("start", 2, [(0, 0, 2, 0)])]}, "an edge leaves the automaton"),
    ({"rules": [("start", 2, [(0, 1, 1, 0)])]}, "unknown symbol 1"),
    ({"rules": [("start", 2, [(0, -3, 1, 0)])]}, "unknown symbol -3"),
    ({"rules": [("start", 2, [(0, 0, 1, 1)])]}, "no such label"),
    ({"rules": [("start", (1 << 32) - 1, [])]}, "which are too many"),
    ({"rules": [RULE] * 70_000}, "70000 rules"),
    ({"terminals": [("A", "a", 0, True)] * 257, "literals": ["a"] * 257}, "257 terminals"),
    ({"terminals": [("A", "(?:a{1000}){1000}", 0, False)]}, "terminal A"),
    ({"terminals": [("A", "a*", 0, False)]}, "matches the empty text"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "words"), BAD, ids=[words for _, words in BAD])
def test_what_refers_to_nothing_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        grammar(**changes)


def test_what_is_sound_is_not_refused() -> None:
    state = _core.Session(grammar()).quotient(b"", b"").start()
    assert state.advance(b"a")
    assert state.member()


def test_a_fault_is_an_ordinary_exception() -> None:
    assert issubclass(_core.CoreError, Exception)


@pytest.mark.parametrize(
    ("address", "length"), [(0, 1), (2, 1), (4, 1 << 62), (1 << 63, 4), ((1 << 64) - 4, 2)]
)
def test_no_logits_are_there(address: int, length: int) -> None:
    with pytest.raises(ValueError, match="no numbers can be at this address"):
        _core.Logits(address, length)
