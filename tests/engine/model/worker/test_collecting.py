"""Garbage is collected in pauses, and after some answers where requests leave no pause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from quoin.engine.model.worker.worker import Worker

if TYPE_CHECKING:
    from quoin.engine.model.ipc.channel import Pipes


class DoneError(Exception):
    """The last request was answered."""


class Counting:
    """Pipes that count the answers, and a garbage collector that counts its calls."""

    def __init__(self, answers: int) -> None:
        self.left = answers
        self.collected = 0

    def send(self, _: dict[str, Any]) -> None:
        """Count an answer."""
        self.left -= 1
        if not self.left:
            raise DoneError

    def collect(self) -> None:
        """Count a collection."""
        self.collected += 1


@pytest.mark.parametrize(("requests", "collections"), [(32, 0), (33, 1), (64, 1), (65, 2), (200, 6)])
def test_a_stream_of_requests(requests: int, collections: int) -> None:
    counting = Counting(requests)
    worker = Worker(cast("Pipes", counting))
    worker._garbage = cast("Any", counting)
    for number in range(requests):
        worker._queue.put({"id": number, "kind": "place"})
    with pytest.raises(DoneError):
        worker.work()
    assert counting.collected == collections
