"""Garbage goes in pauses, and only then."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from quoin.engine.util.gc_pauses import MAX_ALLOCATIONS, MIN_ALLOCATIONS, Garbage

if TYPE_CHECKING:
    from collections.abc import Iterator


class Node:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    before = gc.get_threshold()
    gc.collect()
    yield Garbage()
    gc.set_threshold(*before)
    gc.unfreeze()


def dropped() -> weakref.ref[Node]:
    return weakref.ref(Node())


def test_garbage_goes_in_a_pause_once_there_is_enough(garbage: Garbage) -> None:
    node = dropped()
    garbage.collect()
    assert node() is not None
    kept = [[] for _ in range(2 * MIN_ALLOCATIONS)]  # type: ignore[var-annotated]
    assert node() is not None
    garbage.collect()
    assert node() is None
    assert len(kept) < MAX_ALLOCATIONS


def test_what_has_outlived_a_collection_goes_in_a_later_pause(garbage: Garbage) -> None:
    kept = Node()
    node = weakref.ref(kept)
    gc.collect()
    del kept
    pauses = 0
    while node() is not None and pauses < 1000:
        others = [[] for _ in range(2 * MIN_ALLOCATIONS)]  # type: ignore[var-annotated]
        garbage.collect()
        pauses += 1
        del others
    assert 1 < pauses < 1000


def test_what_has_settled_is_not_looked_at(garbage: Garbage) -> None:
    node = dropped()
    garbage.settle()
    gc.collect()
    assert node() is not None
