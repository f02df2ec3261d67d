"""A `Worker` answers the client in the model's process (see `quoin.engine.model.worker.launch`).

A native crash, a hostile model file or a long prompt affects only this process. One thread reads the client's
messages, so that a cancellation is noticed while another thread works on the requests. A third thread
prepares languages (see `quoin.engine.model.worker.preparing`). The process ends with its client: when the
pipe closes, and on Linux also when the client is killed.
"""

from __future__ import annotations

import os
import queue
import threading
import traceback
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from quoin.engine.decoding.timing import Cancelled
from quoin.engine.errors import EngineError, ModelError
from quoin.engine.language import load_language
from quoin.engine.model.ipc.channel import Pipes
from quoin.engine.model.ipc.delta import ReceivedTexts
from quoin.engine.model.ipc.messages import (
    CompletionRequest,
    Message,
    info_to_json,
    request_from_json,
    result_to_json,
    settings_from_json,
)
from quoin.engine.model.llama.library import load_library
from quoin.engine.model.worker.preparing import Preparing
from quoin.engine.model.worker.service import CompletionService
from quoin.engine.util.gc_pauses import Garbage
from quoin.engine.util.system import ignore_interrupts

if TYPE_CHECKING:
    from collections.abc import Callable

_PROGRESS_STEP = 0.01
# This is the time in seconds after an answer during which its way to the user has the processor's cores to
# itself.
_MOMENT = 0.002

# After so many answers without a pause, garbage is collected before the next request.
_MOST_ANSWERS = 32

OUT_OF_MEMORY = "the model needs more memory than its process may have (see the setting model.memoryLimitMb)"

T = TypeVar("T")


class Worker:
    """A loop that answers the client's requests one after another; their numbers rise.

    Attributes:
        preparing: The preparation of languages in parallel. Requests for it are answered out of turn and
            never cancelled.
    """

    def __init__(self, pipes: Pipes) -> None:
        self._pipes = pipes
        self._queue: queue.SimpleQueue[Message] = queue.SimpleQueue()
        # This message has been taken from the queue and is the next to be answered.
        self._taken: Message | None = None
        self._lock = threading.Lock()
        self._current = 0
        self._cancelled: set[int] = set()
        self._service: CompletionService | None = None
        self._texts = ReceivedTexts()
        self._reported = 0.0
        self._garbage = Garbage()
        # The number of answers since garbage was collected.
        self._answers = 0
        self.preparing = Preparing()

    def listen(self) -> None:
        """Read the client's messages until the client is gone, then end the process whatever it is doing."""
        while True:
            message = self._pipes.receive()
            if message is None:
                os._exit(0)
            if message["kind"] == "cancel":
                self._cancel(message["id"])
                continue
            if message["kind"] == "prepare":
                self.preparing.begin(partial(self._reply, message))
                continue
            if "request" in message:
                message["request"] = self._texts.unpack(message["request"])
            self._queue.put(message)

    def work(self) -> None:
        """Answer the client's requests forever, and do work for later requests before and after them."""
        with suppress(ModelError):
            # Errors of the library are reported when it is used.
            load_library()
        while True:
            message, self._taken = self._taken or self._queue.get(), None
            number = message["id"]
            with self._lock:
                self._current = number
                dropped = number in self._cancelled
            if not dropped:
                self._reply(message)
                self._answers += 1
                if self._pauses():
                    self._use_pause(message)
                elif self._answers >= _MOST_ANSWERS:
                    self._collect()
            self._cancelled.discard(number)

    def _reply(self, message: Message) -> None:
        self._pipes.send({**self._try_to_answer(message), "id": message["id"]})

    def _pauses(self) -> bool:
        """Return whether no request follows for a moment, in which the client takes the answer."""
        with suppress(queue.Empty):
            self._taken = self._queue.get(timeout=_MOMENT)
        return self._taken is None

    def _use_pause(self, message: Message) -> None:
        """Do work after an answer that later requests then need not wait for."""
        if message["kind"] == "load":
            self._garbage.settle()
        self._collect()
        with suppress(ModelError):
            # An error is reported with the next request.
            if self._service is not None:
                self._service.finish(self._queue.empty)
        self._read_ahead(message)

    def _collect(self) -> None:
        self._answers = 0
        self._garbage.collect()

    def _read_ahead(self, message: Message) -> None:
        """Read ahead the text of an answered request; errors are reported with the next request for it."""
        if message["kind"] == "complete":
            with suppress(EngineError, ModelError):
                is_idle = self._queue.empty
                self._with_service(message, lambda service, request, _: service.read_ahead(request, is_idle))

    def _cancel(self, number: int) -> None:
        """Stop a request's work; a request that still waits for its turn is answered at once."""
        with self._lock:
            if number < self._current:
                return
            self._cancelled.add(number)
            waits = number > self._current
        if waits:
            self._pipes.send({"kind": "cancelled", "id": number})

    def _try_to_answer(self, message: Message) -> Message:
        try:
            return self._answer(message)
        except Cancelled:
            return {"kind": "cancelled"}
        except (ModelError, EngineError) as error:
            return {"kind": "failed", "message": str(error)}
        except MemoryError:
            return {"kind": "failed", "message": OUT_OF_MEMORY}
        except Exception as error:  # noqa: BLE001  a defect must not end the worker
            traceback.print_exc()
            return {"kind": "failed", "message": f"internal error: {type(error).__name__}"}

    def _answer(self, message: Message) -> Message:
        if message["kind"] == "load":
            self._service = CompletionService(settings_from_json(message["settings"]), self._report)
            return {"kind": "loaded", "info": info_to_json(self._service.info)}
        if message["kind"] == "prepare":
            self._prepare(message["language"], message["version"])
            return {"kind": "prepared"}
        if message["kind"] == "place":
            return {"kind": "placed", "place": self._with_service(message, CompletionService.place)}
        result = self._with_service(message, CompletionService.complete)
        return {"kind": "result", "result": result_to_json(result)}

    def _prepare(self, name: str, version: str | None) -> None:
        """Prepare a language, and its masks if a model is loaded."""
        load_language(name, version).prepare()
        language = load_language(name, version, level="compiles")
        language.prepare()
        if self._service is not None:
            self._service.prepare(language)

    def _with_service(
        self, message: Message, work: Callable[[CompletionService, CompletionRequest, Callable[[], bool]], T]
    ) -> T:
        if self._service is None:
            raise ModelError("no model is loaded")
        request = request_from_json(message["request"])
        number = message["id"]
        try:
            return work(self._service, request, lambda: number in self._cancelled)
        except EngineError:
            self._service.forget(request)
            raise

    def _report(self, share: float) -> None:
        if share >= self._reported + _PROGRESS_STEP or share >= 1:
            self._reported = share
            self._pipes.send({"kind": "progress", "value": share})


def main() -> None:
    """Run the worker on standard input and output."""
    # An interrupt from the terminal is meant for the client, which then closes the pipe.
    ignore_interrupts()
    worker = Worker(Pipes())
    for work in (worker.listen, worker.preparing.work):
        threading.Thread(target=work, daemon=True).start()
    worker.work()
