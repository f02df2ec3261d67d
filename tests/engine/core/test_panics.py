"""A fault inside the core is an ordinary exception, and the process goes on."""

from __future__ import annotations

import pytest

from quoin.engine import _core

NO_SUCH_TERMINAL = 60_000
RULE = ("start", 2, [(0, 0, 1, 0)])


def grammar(ignored: list[int]) -> _core.Grammar:
    return _core.Grammar([("A", "a", 0, True)], ignored, [RULE], 0, "none", literals=["a"])


def test_a_panic_becomes_an_ordinary_exception() -> None:
    with pytest.raises(_core.CoreError, match="the engine's core failed"):
        grammar([NO_SUCH_TERMINAL])
    assert issubclass(_core.CoreError, Exception)
    quotient = _core.Session(grammar([])).quotient(b"", b"")
    state = quotient.start()
    assert state.advance(b"a")
    assert state.member()
