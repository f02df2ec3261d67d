"""What native code is told, and how long somebody looks."""

from __future__ import annotations

import ctypes
import gc
import math
import threading
import time
from typing import TYPE_CHECKING

import pytest

from quoin.engine.decoding.timing import Deadline
from quoin.engine.model.llama.interrupter import Interrupter

if TYPE_CHECKING:
    from collections.abc import Callable

KIND = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)
GOES_ON = Deadline(math.inf, lambda: False)
ENDED = Deadline(math.inf, lambda: True)


def told(interrupter: Interrupter) -> bool:
    """Whether native code is told to end."""
    return bool(interrupter.function(interrupter.data))


def comes(condition: Callable[[], bool]) -> bool:
    """Whether a condition holds within some seconds."""
    end = time.monotonic() + 10
    while not condition() and time.monotonic() < end:
        time.sleep(0.001)
    return condition()


def lookers() -> int:
    return sum(thread.name == "quoin-watch" for thread in threading.enumerate())


def test_work_goes_on_until_the_watch_ends_it() -> None:
    interrupter = Interrupter(KIND)
    given_up = threading.Event()
    with interrupter.watching(Deadline(math.inf, given_up.is_set)):
        assert not told(interrupter)
        given_up.set()
        assert comes(lambda: told(interrupter))


@pytest.mark.parametrize("seconds", [-math.inf, 0.0])
def test_a_deadline_ends_it(seconds: float) -> None:
    interrupter = Interrupter(KIND)
    with interrupter.watching(Deadline(time.monotonic() + seconds, lambda: False)):
        assert comes(lambda: told(interrupter))


def test_what_ended_one_does_not_end_the_next() -> None:
    interrupter = Interrupter(KIND)
    with interrupter.watching(ENDED):
        assert comes(lambda: told(interrupter))
    with interrupter.watching(GOES_ON):
        interrupter.look()
        assert not told(interrupter)


def test_nobody_looks_where_there_is_no_work() -> None:
    assert comes(lambda: lookers() == 0)
    interrupter = Interrupter(KIND)
    with interrupter.watching(GOES_ON):
        assert lookers() == 1
    assert comes(lambda: lookers() == 0)
    with interrupter.watching(ENDED):
        assert comes(lambda: told(interrupter))
        assert lookers() == 1


def test_nobody_looks_for_what_is_gone() -> None:
    interrupter = Interrupter(KIND)
    with interrupter.watching(GOES_ON):
        pass
    del interrupter
    gc.collect()
    assert comes(lambda: lookers() == 0)
