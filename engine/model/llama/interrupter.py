"""Ends native work when a watch says so.

llama.cpp asks a function before each of its operations, some seventy for a token, whether to go on. One that
is written in Python would take a twentieth of a small model's time, and wait for Python's lock as long as
another thread has it. So the function is the C library's for the length of a text, which is empty as long as
work may go on; a thread looks at the watch every few milliseconds, and writes into that text.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from typing import TYPE_CHECKING, Any
from weakref import ref

if TYPE_CHECKING:
    from types import TracebackType

    from quoin.engine.decoding.timing import Deadline

SECONDS = 0.004
"""Between two looks."""

_IDLE_LOOKS = 50
"""Looks without work after which the thread ends."""

_EMPTY, _FULL = b"\x00", b"\x01"


class Interrupter:
    """What one context of llama.cpp asks whether to go on.

    Args:
        kind: of the function, as the bindings have it.

    Attributes:
        function: that llama.cpp is to call.
        data: that it is to be called with. Both must live as long as the context.
    """

    def __init__(self, kind: Any) -> None:  # noqa: ANN401  the bindings have no useful types
        self._text = ctypes.create_string_buffer(2)
        library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
        self.function: Any = ctypes.cast(library.strlen, kind)
        self.data = ctypes.cast(self._text, ctypes.c_void_p)
        self._lock = threading.Lock()
        self._watch: Deadline | None = None
        self._is_looked_at = False
        self._looks = 0

    def watching(self, watch: Deadline) -> Interrupter:
        """End native work inside of a `with` block when the watch says so; one block at a time."""
        with self._lock:
            self._text[0] = _EMPTY
            self._watch = watch
            starts, self._is_looked_at = not self._is_looked_at, True
        if starts:
            threading.Thread(target=_look, args=(ref(self),), name="quoin-watch", daemon=True).start()
        return self

    # Methods, since a generator would cost more than all that is done in them.
    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._watch = None

    def look(self) -> bool:
        """Look at the watch; returns whether to look again."""
        watch = self._watch
        ends = watch is not None and watch.interrupted()
        with self._lock:
            # It may be another's turn by now.
            if ends and self._watch is watch:
                self._text[0] = _FULL
            self._looks = self._looks + 1 if self._watch is None else 0
            self._is_looked_at = self._looks < _IDLE_LOOKS
            return self._is_looked_at


def _look(to: ref[Interrupter]) -> None:
    while True:
        interrupter = to()
        if interrupter is None or not interrupter.look():
            return
        del interrupter
        time.sleep(SECONDS)
