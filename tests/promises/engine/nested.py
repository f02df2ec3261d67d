"""Deep texts are read in a process with limits; the answer is what was said and how long it took."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import quoin
from quoin.engine import _core
from tests.promises.engine.nesting_kinds import KINDS
from tests.support.limited import serve


@cache
def _vocabulary() -> _core.Vocabulary:
    return _core.Vocabulary([b"x", b")", b"]", b"}", b" ", b"\n", b"(", b"1", b"end", b";"])


def answer(case: Any) -> dict[str, Any]:
    """Read a nesting and ask what a completion needs; times are the processor's, in seconds."""
    language = quoin.load_language(case["language"])
    grammar = language.core
    (kind,) = (kind for kind in KINDS[case["language"]] if kind.name == case["kind"])
    left, right = (side.encode() for side in kind.sides(case["side"], case["depth"]))
    begun = time.process_time()
    quotient = _core.Session(grammar, spare="words").quotient(left, right)
    problem = quotient.problem
    read = time.process_time()
    state = quotient.start()
    if state.viable():
        state.member()
        state.expected()
        state.mask(_vocabulary())
        state.completion(200, 300, True)
    asked = time.process_time()
    return {"read": read - begun, "asked": asked - read, "problem": problem and problem[2]}


if __name__ == "__main__":
    serve(answer)
