"""What a completion must fit into, found beside the model's own work.

The core lets other threads run while it reads a file, and so does llama.cpp while it evaluates a prompt: each
has a core of its own where there are two (see `quoin.engine.model.llama.threads`).
"""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from quoin.engine.decoding.tokens.constraint import Constraint
    from quoin.engine.recovery import View


class Unwanted(Exception):  # noqa: N818  not an error: the reading ends with that, in words
    """Nothing is wanted where the cursor stands.

    Args:
        why: since that is in a comment or a string, or since the text after it could only be the rest of one.
    """

    def __init__(self, why: Literal["comment", "string", "apart"]) -> None:
        super().__init__(
            "what stands after the cursor would become text"
            if why == "apart"
            else f"nothing is wanted in a {why}"
        )
        self.why: Literal["comment", "string", "apart"] = why


@dataclass(frozen=True)
class Read:
    """A file as it was read.

    Attributes:
        guard: at the cursor.
        view: what a completion fits into; None if nothing is promised.
    """

    guard: Constraint
    view: View | None


class PendingView:
    """The reading of a file by another thread.

    Args:
        threads: where that is done.
        read: reads the file; None where nothing can stand at the cursor.
    """

    def __init__(self, threads: Executor, read: Callable[[], Read | None]) -> None:
        self._future = threads.submit(read)

    def result(self) -> Read | None:
        """What came of it; waits for that, and raises what the reading did."""
        return self._future.result()

    def in_vain(self) -> bool:
        """Whether it is known that nothing comes of it."""
        future = self._future
        return future.done() and (future.exception() is not None or future.result() is None)

    def wait(self) -> None:
        """Wait until it is done, whatever comes of it."""
        wait([self._future])
