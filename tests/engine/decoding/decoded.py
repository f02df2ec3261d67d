"""What a fake model writes between two contexts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import quoin
from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Found
    from quoin.engine.quotient.quotient import State
    from tests.engine.decoding.fakes import ScriptedModel


def found_between(
    model: ScriptedModel, state: State, left: str, right: str, given_back: bytes = b"", **wanted: Any
) -> Found:
    """Decode between two contexts; `state` is that of the empty middle, and the rest is for the `Task`."""
    guard = GrammarConstraint(state, quoin.Vocabulary(model.pieces), Stopwatch())
    prompt = model.ask(model.tokenise(b"prompt"))
    task = Task(prompt=prompt, given_back=given_back, left=left.encode(), right=right.encode(), **wanted)
    return Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch())
