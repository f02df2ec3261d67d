"""An `Interrupter` ends native work when a deadline has passed or the caller has given up.

llama.cpp calls a function before each of its operations, some seventy for a token, to ask whether to
continue. A function in Python would take a twentieth of a small model's time, and it would wait for Python's
lock while another thread holds it. The function is therefore `strlen` of the C library, which returns the
length of a text. The text is empty while work may continue. A thread checks the deadline every few
milliseconds and writes into the text when work must end.
"""

from __future__ import annotations

import ctypes
import threading
import time
from typing import TYPE_CHECKING, Any
from weakref import ref

from quoin.engine.util.system import c_library

if TYPE_CHECKING:
    from types import TracebackType

    from quoin.engine.decoding.timing import Deadline

SECONDS = 0.004
"""The time in seconds between two checks of the deadline."""

_IDLE_LOOKS = 50
"""The number of consecutive checks without work after which the thread ends."""

_EMPTY, _FULL = b"\x00", b"\x01"


class Interrupter:
    """The abort callback of one context of llama.cpp.

    Args:
        kind: The type of the function in the bindings.

    Attributes:
        function: The function that llama.cpp calls.
        data: The argument of the call. Function and argument must live as long as the context.
    """

    def __init__(self, kind: Any) -> None:  # noqa: ANN401  the bindings have no useful types
        self._text = ctypes.create_string_buffer(2)
        self.function: Any = ctypes.cast(c_library().strlen, kind)
        self.data = ctypes.cast(self._text, ctypes.c_void_p)
        self._lock = threading.Lock()
        self._watch: Deadline | None = None
        self._is_looked_at = False
        self._looks = 0

    def watching(self, watch: Deadline) -> Interrupter:
        """Return a context manager that ends native work at the deadline; one block is active at a time."""
        with self._lock:
            self._text[0] = _EMPTY
            self._watch = watch
            starts, self._is_looked_at = not self._is_looked_at, True
        if starts:
            threading.Thread(target=_look, args=(ref(self),), name="quoin-watch", daemon=True).start()
        return self

    # These are methods because a generator would cost more than all the work done in them.
    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._watch = None

    def look(self) -> bool:
        """Check the deadline; return whether to check again."""
        watch = self._watch
        ends = watch is not None and watch.interrupted()
        with self._lock:
            # Another request may have begun by now.
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
