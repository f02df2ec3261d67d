"""Deep texts are read in a process with limits; the answer is what was said and how long requests took."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cache
from typing import Any

import quoin
from quoin.engine import _core
from quoin.engine.quotient.interrupting import Interruptible
from tests.promises.engine.nesting_kinds import KINDS
from tests.support.limited import serve


@cache
def _vocabulary() -> _core.Vocabulary:
    return _core.Vocabulary([b"x", b")", b"]", b"}", b" ", b"\n", b"(", b"1", b"end", b";"])


class _TimeIsUpError(Exception):
    """The time limit of a request has passed."""


def answer(case: Any) -> dict[str, Any]:
    """Read a nesting and ask what a completion needs, as the requests of a user do who waits for it.

    A request ends at the time limit, as in the model's process; the next one goes on with what was read until
    then. Times are the processor's, in seconds, and so is the limit.
    """
    language = quoin.load_language(case["language"])
    grammar = language.core
    (kind,) = (kind for kind in KINDS[case["language"]] if kind.name == case["kind"])
    left, right = (side.encode() for side in kind.sides(case["side"], case["depth"]))
    session = _core.Session(grammar, spare="words")
    seconds: list[float] = []
    said = None
    while said is None and len(seconds) < case["requests"]:
        begun = time.process_time()

        def check(end: float = begun + case["limit"]) -> None:
            if time.process_time() > end:
                raise _TimeIsUpError

        with suppress(_TimeIsUpError), Interruptible(check):
            said = _said(session.quotient(left, right))
        seconds.append(time.process_time() - begun)
    return {"seconds": seconds, "said": said}


def _said(quotient: _core.Quotient) -> str:
    """What is wrong with the contexts; empty if nothing is, and all was answered."""
    state = quotient.start()
    if state.viable():
        state.member()
        state.expected()
        state.mask(_vocabulary())
        state.completion(200, 300, True)
    return quotient.problem[2] if quotient.problem else ""


if __name__ == "__main__":
    serve(answer)
