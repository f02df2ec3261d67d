"""Languages are prepared in a thread of their own, independent of the requests and their results.

Reading a grammar, building its lexer and the tables that masks need of a vocabulary takes seconds the first
time, and longer on a busy machine. It cannot be interrupted, so no request does it: the client first asks for
the preparation of the language, and sends the request after the answer. If the client gives up, the
preparation continues.
"""

from __future__ import annotations

import queue
from contextlib import suppress
from typing import TYPE_CHECKING

from quoin.engine.errors import EngineError
from quoin.engine.language import load_language
from quoin.engine.languages.loader import is_kept, language_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Preparing:
    """A queue of preparations, which are done one after another.

    Args:
        is_idle: A function that says whether there is no other work, so that languages may be built that
            nobody has named.
    """

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        self._is_idle = is_idle
        self._has_been_asked = False
        self._wanted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def begin(self, work: Callable[[], None]) -> None:
        """Queue a piece of work that a client waits for; it never raises."""
        self._has_been_asked = True
        self._wanted.put(work)

    def go_on(self) -> None:
        """Wake the thread, because there may be no other work now."""
        self._wanted.put(_nothing)

    def work(self) -> None:
        """Do the queued work forever, and build other languages before it and in between."""
        ahead = self._ahead()
        while True:
            while self._wanted.empty() and self._is_idle() and next(ahead, None):
                pass
            self._wanted.get()()

    def _ahead(self) -> Iterator[bool]:
        """Build the languages that ship with the package; their errors are reported when they are used.

        Before a client has named a language, only those in the cache are built, because a build that has
        begun is finished before the next one.
        """
        later = []
        for name in language_names():
            if self._has_been_asked or is_kept(name):
                _build(name)
                yield True
            else:
                later.append(name)
        while not self._has_been_asked:
            yield False
        for name in later:
            _build(name)
            yield True


def _build(name: str) -> None:
    with suppress(EngineError):
        load_language(name).prepare()
        load_language(name, level="compiles").prepare()


def _nothing() -> None:
    """Do nothing."""
