"""What was freed between pieces that are in use goes back to the system."""

from __future__ import annotations

import os
import sys

import pytest

from quoin.engine.util.system import give_memory_back
from tests.support.limited import Limited, serve
from tests.support.processes import resident

PIECES, BYTES, KEPT_ONE_IN = 40_000, 1000, 1000


def answer(_case: object) -> int:
    """The number of bytes that this process gives back, of pieces that lie between others."""
    pieces = [bytearray(BYTES) for _ in range(PIECES)]
    kept = pieces[::KEPT_ONE_IN]
    del pieces
    before = resident(os.getpid())
    give_memory_back()
    given = before - resident(os.getpid())
    assert len(kept) == PIECES // KEPT_ONE_IN
    return given


@pytest.mark.skipif(sys.platform != "linux", reason="resident memory is read from /proc")
def test_pages_between_others_are_given_back() -> None:
    with Limited(__name__) as child:
        reply = child.ask(None, 60.0)
    assert not reply.fault
    assert reply.answer > PIECES * BYTES / 2


if __name__ == "__main__":
    serve(answer)
