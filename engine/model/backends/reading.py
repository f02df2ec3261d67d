"""A file is analysed in a thread of its own while the model evaluates the prompt.

The engine's core lets other threads run while it reads a file, and so does llama.cpp while it evaluates a
prompt. If the processor has two cores, each of the two uses one (see `quoin.engine.model.llama.threads`).
"""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from quoin.engine.decoding.tokens.constraint import Constraint
    from quoin.engine.recovery import View


WhyUnwanted: TypeAlias = Literal["comment", "string", "apart", "bound"]


class Unwanted(Exception):  # noqa: N818  not an error: a regular result of the analysis
    """No completion is wanted at the cursor.

    Args:
        why: The reason: the cursor is in a `comment` or a `string`, the text after the cursor could only be
            the rest of a comment or string (`apart`), or all is `bound` that is asked for to be bound.
    """

    def __init__(self, why: WhyUnwanted) -> None:
        told = {"apart": "what stands after the cursor would become text", "bound": "no name is missing"}
        super().__init__(told.get(why, f"nothing is wanted in a {why}"))
        self.why: WhyUnwanted = why


@dataclass(frozen=True)
class Read:
    """The result of analysing a file.

    Attributes:
        guard: The filter for the tokens at the cursor.
        view: The contexts that a completion fits into; None if there is no guarantee.
    """

    guard: Constraint
    view: View | None


class PendingView:
    """The analysis of a file in another thread.

    Args:
        threads: The executor that runs the analysis.
        read: Analyses the file; returns None if no text fits at the cursor.
    """

    def __init__(self, threads: Executor, read: Callable[[], Read | None]) -> None:
        self._future = threads.submit(read)

    def result(self) -> Read | None:
        """Wait for the analysis and return its result, or raise its exception."""
        return self._future.result()

    def in_vain(self) -> bool:
        """Return whether the analysis has already ended without a result."""
        future = self._future
        return future.done() and (future.exception() is not None or future.result() is None)

    def wait(self) -> None:
        """Wait until the analysis has ended, with or without a result."""
        wait([self._future])
