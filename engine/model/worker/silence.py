"""A result without candidates says why it has none."""

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
    """Return the result for a file in which no completion could fit.

    Args:
        quotient: The quotient of the unchanged file.
        sides: The left and the right context.
        watch: The deadline. If it has passed, the reading has no result, whatever the file is.
    """
    problem = quotient.problem
    if problem is None:
        # If the quotient has no problem, the deadline may have ended the reading.
        why: Why = "time" if watch.interrupted() else "unfit"
        return CompletionResult([], "none", "nothing can stand at the cursor", why=why)
    told = _describe(problem)
    if problem.side == "both":
        return CompletionResult([], "none", told, why="apart")
    return CompletionResult([], "none", told, why="broken", broken_line=_line(problem, sides))


def explained(result: CompletionResult, found: Found, watch: Deadline) -> CompletionResult:
    """Return a result with the reason why it has no candidates, unless it has candidates or a reason."""
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
    """Return the line of a problem, counted from 1 as in editors."""
    left, right = sides
    before = left[: problem.offset] if problem.side == "left" else left + right[: problem.offset]
    text = before.replace(b"\r\n", b"\n")
    return 1 + text.count(b"\n") + text.count(b"\r")
