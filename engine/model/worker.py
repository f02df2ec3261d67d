"""The model's process, run by `engine.model.launch`.

A native crash, a hostile model file or a long prompt stay in here. One thread reads the client's
messages, so that a cancellation is seen while the other works. The process ends with its client:
when the pipe closes, and on Linux also when the client is killed.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from engine.decoding.watch import Cancelled
from engine.errors import EngineError
from engine.languages import language_names, load_language
from engine.model.errors import ModelError
from engine.model.garbage import Garbage
from engine.model.kept_texts import ReceivedTexts
from engine.model.llama_library import load_library
from engine.model.messages import (
    CompletionRequest,
    Message,
    info_to_json,
    request_from_json,
    result_to_json,
    settings_from_json,
)
from engine.model.pipes import Pipes
from engine.model.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.languages import Language

_PROGRESS_STEP = 0.01
# Seconds behind an answer in which its way to the user has the processor's cores to itself.
_MOMENT = 0.002

OUT_OF_MEMORY = "the model needs more memory than its process may have (see the setting model.memoryLimitMb)"

T = TypeVar("T")


class Worker:
    """Does the client's requests one after another; their numbers rise."""

    def __init__(self, pipes: Pipes) -> None:
        self._pipes = pipes
        self._queue: queue.SimpleQueue[Message] = queue.SimpleQueue()
        # What has come out of the queue, and is the next to be done.
        self._taken: Message | None = None
        self._lock = threading.Lock()
        self._current = 0
        self._cancelled: set[int] = set()
        self._service: Service | None = None
        # In the order in which the client named them.
        self._languages: dict[Language, None] = {}
        self._texts = ReceivedTexts()
        self._reported = 0.0
        self._garbage = Garbage()

    def listen(self) -> None:
        """Take the client's messages until it goes, then end the process whatever it is doing."""
        while True:
            message = self._pipes.receive()
            if message is None:
                os._exit(0)
            if message["kind"] == "cancel":
                self._cancel(message["id"])
                continue
            if "request" in message:
                message["request"] = self._texts.unpack(message["request"])
            self._queue.put(message)

    def work(self) -> None:
        """Do the client's requests, for ever, and before and between them what later ones will need."""
        ahead = _ahead()
        while True:
            while self._taken is None and self._queue.empty() and next(ahead, None):
                pass
            message, self._taken = self._taken or self._queue.get(), None
            number = message["id"]
            with self._lock:
                self._current = number
                dropped = number in self._cancelled
            if not dropped:
                self._pipes.send({**self._try_to_answer(message), "id": number})
                if self._pauses():
                    self._use_pause(message)
            self._cancelled.discard(number)

    def _pauses(self) -> bool:
        """Whether the client has nothing else to be done for a moment, in which it takes the answer."""
        with suppress(queue.Empty):
            self._taken = self._queue.get(timeout=_MOMENT)
        return self._taken is None

    def _use_pause(self, message: Message) -> None:
        """Do behind an answer what later requests need not wait for then."""
        if message["kind"] == "load":
            self._garbage.settle()
        self._garbage.collect()
        self._read_ahead(message)

    def _read_ahead(self, message: Message) -> None:
        """Read the text of a request that was answered; what goes wrong is said when it is asked for."""
        if message["kind"] == "complete":
            with suppress(EngineError, ModelError):
                is_idle = self._queue.empty
                self._with_service(message, lambda service, request, _: service.read_ahead(request, is_idle))

    def _cancel(self, number: int) -> None:
        """Stop a request's work; one that still waits its turn is answered at once."""
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
            self._service = Service(settings_from_json(message["settings"]), self._report)
            for language in self._languages:
                self._service.prepare(language)
            return {"kind": "loaded", "info": info_to_json(self._service.info)}
        if message["kind"] == "prepare":
            self._prepare(load_language(message["language"], message["version"]))
            return {"kind": "prepared"}
        if message["kind"] == "place":
            return {"kind": "placed", "place": self._with_service(message, Service.place)}
        result = self._with_service(message, Service.complete)
        return {"kind": "result", "result": result_to_json(result)}

    def _prepare(self, language: Language) -> None:
        """Make a language ready, and masks for it as soon as there is a model."""
        language.prepare()
        self._languages[language] = None
        if self._service is not None:
            self._service.prepare(language)

    def _with_service(
        self, message: Message, work: Callable[[Service, CompletionRequest, Callable[[], bool]], T]
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


def _ahead() -> Iterator[bool]:
    """Load what takes its time, piece by piece: llama.cpp, and the languages that come with the package.

    What is wrong with any of them is said when it is used.
    """
    with suppress(ModelError):
        load_library()
        yield True
    for name in language_names():
        with suppress(EngineError):
            load_language(name).prepare()
        yield True


def main() -> None:
    """Run the worker on standard input and output."""
    # An interrupt from the terminal is for the client, which closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(Pipes())
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()
