"""Languages made ready in a thread of their own, beside the requests and whatever becomes of them.

Reading a grammar, building its lexer and what masks need of a vocabulary takes seconds the first time,
longer on a busy machine, and cannot be interrupted. So no request does it: its client asks for the language
first, and sends the request when that is answered. Who gives that up leaves the work to go on.
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
    """What is to be made ready, one after another.

    Args:
        is_idle: whether nothing else is to be done, so that languages may be built which nobody has named.
    """

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        self._is_idle = is_idle
        self._has_been_asked = False
        self._wanted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def begin(self, work: Callable[[], None]) -> None:
        """Have a piece of work done that somebody waits for; it never raises."""
        self._has_been_asked = True
        self._wanted.put(work)

    def go_on(self) -> None:
        """Take note that there may be nothing else to be done by now."""
        self._wanted.put(_nothing)

    def work(self) -> None:
        """Do what is wanted, for ever, and before and between that what will be."""
        ahead = self._ahead()
        while True:
            while self._wanted.empty() and self._is_idle() and next(ahead, None):
                pass
            self._wanted.get()()

    def _ahead(self) -> Iterator[bool]:
        """Build the languages that come with the package; what is wrong with one is said when it is used.

        Before anybody has named one, only those that are kept: what is begun is ended before the next.
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
