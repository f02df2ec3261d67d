"""What was freed goes back to the system, and threads share what is free."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from quoin.engine.util import gc_pauses
from quoin.engine.util.gc_pauses import GROWN_BYTES, Garbage
from quoin.engine.util.system import give_memory_back, keep_one_heap, resident_memory
from tests.support.limited import Limited, serve
from tests.support.processes import resident

if TYPE_CHECKING:
    from collections.abc import Callable

PIECES, BYTES, KEPT_ONE_IN = 40_000, 1000, 1000
THREADS = 4

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="resident memory is read from /proc")


def _holes() -> list[bytearray]:
    """The few pieces that are left of many; what was freed lies between them."""
    pieces = [bytearray(BYTES) for _ in range(PIECES)]
    return pieces[::KEPT_ONE_IN]


def _given_by(give: Callable[[], None]) -> int:
    """The number of bytes that this process gives back, of pieces that lie between others."""
    kept = _holes()
    before = resident(os.getpid())
    give()
    given = before - resident(os.getpid())
    assert len(kept) == PIECES // KEPT_ONE_IN
    return given


def _grown_by_threads() -> int:
    """The growth of this process by threads that live at the same time, and leave holes one after another."""
    before = resident(os.getpid())
    kept = []
    turns = threading.Barrier(THREADS)

    def work(number: int) -> None:
        for turn in range(THREADS):
            turns.wait()
            if turn == number:
                kept.append(_holes())

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return resident(os.getpid()) - before


def answer(case: Any) -> int:
    """What a child process does and says."""
    if case == "threads":
        keep_one_heap()
        return _grown_by_threads()
    if case == "pauses":
        garbage = Garbage()
        garbage.collect()
        return _given_by(garbage.collect)
    return _given_by(give_memory_back)


@on_linux
@pytest.mark.parametrize("way", ["asked", "pauses"])
def test_pages_between_others_are_given_back(way: str) -> None:
    with Limited(__name__) as child:
        reply = child.ask(way, 60.0)
    assert not reply.fault
    assert reply.answer > PIECES * BYTES / 2


@on_linux
def test_what_one_thread_has_freed_serves_the_others() -> None:
    with Limited(__name__) as child:
        reply = child.ask("threads", 60.0)
    assert not reply.fault
    assert reply.answer < 2 * PIECES * BYTES


@pytest.mark.parametrize(
    ("held", "given"),
    [
        ([50], [True]),
        ([50, 50, 53], [True, False, False]),
        ([50, 54, 54], [True, True, False]),
        # What stays is the new measure, and so is less than before.
        ([50, 40, 44], [True, False, True]),
        ([50, 40, 43], [True, False, False]),
        ([None, 90], [False, True]),
    ],
)
def test_memory_is_given_back_when_the_process_has_grown(
    held: list[int | None], given: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    garbage = Garbage()
    seen = []
    for megabytes in held:
        size = None if megabytes is None else megabytes << 20
        give = mock.Mock()
        monkeypatch.setattr(gc_pauses, "resident_memory", mock.Mock(return_value=size))
        monkeypatch.setattr(gc_pauses, "give_memory_back", give)
        garbage.collect()
        seen.append(give.called)
    assert seen == given
    assert GROWN_BYTES == 4 << 20


def test_the_system_says_what_is_resident() -> None:
    if sys.platform == "linux":
        assert resident_memory() == pytest.approx(resident(os.getpid()), rel=0.2)
    else:
        assert resident_memory() is None


if __name__ == "__main__":
    serve(answer)
