"""Deep texts are read in a process with limits; the answer is what was said and how long it took."""

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
    """Read a nesting and ask what a completion needs, within the time limit, as the model's process does.

    Times are the processor's, in seconds, and so is the limit.
    """
    language = quoin.load_language(case["language"])
    grammar = language.core
    (kind,) = (kind for kind in KINDS[case["language"]] if kind.name == case["kind"])
    left, right = (side.encode() for side in kind.sides(case["side"], case["depth"]))
    begun = time.process_time()

    def check() -> None:
        if time.process_time() > begun + case["limit"]:
            raise _TimeIsUpError

    said = "time is up"
    with suppress(_TimeIsUpError), Interruptible(check):
        quotient = _core.Session(grammar, spare="words").quotient(left, right)
        state = quotient.start()
        if state.viable():
            state.member()
            state.expected()
            state.mask(_vocabulary())
            state.completion(200, 300, True)
        said = quotient.problem[2] if quotient.problem else "an answer"
    return {"seconds": time.process_time() - begun, "said": said}


if __name__ == "__main__":
    serve(answer)
