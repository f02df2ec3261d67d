"""Why a request has got no candidates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.engine.model.ipc.messages import CompletionResult

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Found
    from quoin.engine.decoding.timing import Deadline
    from quoin.engine.model.ipc.messages import Why
    from quoin.engine.quotient.quotient import Problem, Quotient


def without_view(quotient: Quotient, sides: tuple[bytes, bytes], watch: Deadline) -> CompletionResult:
    """Answer where there is nothing that a completion could fit into.

    Args:
        quotient: of the file as it is.
        sides: its two contexts.
        watch: whether the time is over; the reading gives nothing then, whatever the file is.
    """
    problem = quotient.problem
    if problem is None:
        # A reading that found nothing but a problem that is none was ended by the clock.
        why: Why = "time" if watch.interrupted() else "unfit"
        return CompletionResult([], "none", "nothing can stand at the cursor", why=why)
    told = _describe(problem)
    if problem.side == "both":
        return CompletionResult([], "none", told, why="apart")
    return CompletionResult([], "none", told, why="broken", broken_line=_line(problem, sides))


def explained(result: CompletionResult, found: Found, watch: Deadline) -> CompletionResult:
    """Say of a result without candidates why it has none, unless that is known."""
    if result.candidates or result.why is not None:
        return result
    if result.empty:
        return replace(result, why="nothing")
    if found.candidates:
        return replace(result, why="unkept")
    return replace(result, why="time" if watch.interrupted() else "unfit")


def _describe(problem: Problem) -> str:
    expected = f"; expected {', '.join(problem.expected)}" if problem.expected else ""
    return f"{problem.message}{expected}"


def _line(problem: Problem, sides: tuple[bytes, bytes]) -> int:
    """The line of a problem, counted from 1, as editors count them."""
    left, right = sides
    before = left[: problem.offset] if problem.side == "left" else left + right[: problem.offset]
    text = before.replace(b"\r\n", b"\n")
    return 1 + text.count(b"\n") + text.count(b"\r")
