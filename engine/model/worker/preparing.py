"""Languages are prepared in a thread of their own, independent of the requests and their results.

Reading a grammar, building its lexer and the tables that masks need of a vocabulary takes seconds the first
time, and longer on a busy machine. It cannot be interrupted, so no request does it: the client first asks for
the preparation of the language, and sends the request after the answer. If the client gives up, the
preparation continues. Languages that no client names are not prepared: all of them together take some seventy
megabytes, and several hundred while they are built.
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Preparing:
    """A queue of preparations, which are done one after another."""

    def __init__(self) -> None:
        self._wanted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def begin(self, work: Callable[[], None]) -> None:
        """Queue a piece of work that a client waits for; it never raises."""
        self._wanted.put(work)

    def work(self) -> None:
        """Do the queued work forever."""
        while True:
            self._wanted.get()()
