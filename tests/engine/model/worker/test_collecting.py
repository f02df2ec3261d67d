"""In pauses garbage is collected and an unfinished prompt gone on with; without any, after some answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from quoin.engine.model.worker.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

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


class Service:
    """A service that goes on with a prompt until a request comes, which comes at its third look."""

    def __init__(self, worker: Worker) -> None:
        self.looks = 0
        self._worker = worker

    def finish(self, is_idle: Callable[[], bool]) -> None:
        """Look whether there is a request."""
        while is_idle():
            self.looks += 1
            if self.looks == 3:
                self._worker._queue.put({"id": 2, "kind": "place"})


def test_in_a_pause_the_model_goes_on_until_a_request_comes() -> None:
    worker = Worker(cast("Pipes", Counting(2)))
    service = Service(worker)
    worker._service = cast("Any", service)
    worker._queue.put({"id": 1, "kind": "other"})
    with pytest.raises(DoneError):
        worker.work()
    assert service.looks == 3
