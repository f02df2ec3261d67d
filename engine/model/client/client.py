"""A `ModelClient` lets asyncio programs use a model in a process of its own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from quoin.engine.errors import ModelError
from quoin.engine.model.client.connection import Connection, open_connection
from quoin.engine.model.client.prestart import end_spare, start_spare
from quoin.engine.model.client.restarts import Restarts
from quoin.engine.model.gguf.checks import reason_of_crash
from quoin.engine.model.ipc.messages import (
    CompletionRequest,
    CompletionResult,
    ModelInfo,
    info_from_json,
    request_to_json,
    result_from_json,
    settings_to_json,
)

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Awaitable, Callable

    from quoin.engine.model.ipc.messages import Message
    from quoin.engine.model.settings import ModelSettings
    from quoin.engine.quotient.cursor_context import Place

SPARE_AFTER = 10.0
"""The time in seconds from a load to the start of a spare process, so that the first completions come first.

The spare process has done its imports and read the languages when the current process dies. Where many
programs compete for the processor, a restart takes half as long with it."""

T = TypeVar("T")


class ModelClient:
    """A model in a process of its own.

    Requests are processed one after another, in order. If the process dies, the pending requests fail with a
    `ModelError`, and the next request restarts the process: at once after the first crash, after a pause
    after further crashes, and never after too many (see `quoin.engine.model.client.restarts`). A spare
    process waits for that.

    Args:
        on_progress: Called with the loaded share, 0 to 1, while a model loads.
        restarts: Decides how often and how soon a crashed process is restarted.
        spare: A process that was started earlier, for the first model. Spare processes end with this client.
        on_crash: Called if the process dies unexpectedly with a model loaded; the next request restarts it.
    """

    def __init__(
        self,
        on_progress: Callable[[float], None] | None = None,
        restarts: Restarts | None = None,
        spare: subprocess.Popen[bytes] | None = None,
        on_crash: Callable[[], None] | None = None,
    ) -> None:
        self._on_progress = on_progress
        self._restarts = Restarts() if restarts is None else restarts
        self._spare = spare
        self._next_spare: asyncio.TimerHandle | None = None
        self._on_crash = on_crash
        self._given_up = ""
        self._settings: ModelSettings | None = None
        self._connection: Connection | None = None
        self._changing = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process id of the model's process; None while there is no process."""
        connection = self._connection
        return connection.pid if connection is not None and connection.alive else None

    @property
    def given_up(self) -> bool:
        """Whether the process has died too often to be started again."""
        return bool(self._given_up)

    async def start(self, settings: ModelSettings) -> ModelInfo:
        """Load a model in place of the current one.

        Raises:
            ModelError: The model cannot be used; another may be started after that.
        """
        async with self._changing:
            self._settings = settings
            self._given_up = ""
            self._restarts.reset()
            _, info = await self._launch(settings)
            return info

    async def complete(self, request: CompletionRequest) -> CompletionResult:
        """Complete at a cursor. Cancelling the task cancels the work.

        Raises:
            ModelError: No model could be loaded, the language is not known, or the worker failed.
        """
        answer = await self._ask("complete", request)
        return result_from_json(answer["result"])

    async def place(self, request: CompletionRequest) -> Place:
        """Return what the cursor of a request is in; the model is not evaluated.

        Raises:
            ModelError: No model could be loaded, the language is not known, or the worker failed.
        """
        answer = await self._ask("place", request)
        place: Place = answer["place"]
        return place

    async def prepare(self, language: str, version: str | None) -> None:
        """Prepare a version of a language; None is its newest version.

        Requests prepare their language, too, and wait for that. Cancelling the task ends only the wait.

        Raises:
            ModelError: No model could be loaded, or the language or version does not exist.
        """
        await self._with_worker(lambda connection: connection.prepare((language, version)))

    def is_prepared(self, language: str, version: str | None) -> bool:
        """Return whether a version of a language is ready in the current process."""
        connection = self._connection
        return connection is not None and connection.alive and connection.is_prepared((language, version))

    async def close(self) -> None:
        """End the process; pending requests fail."""
        async with self._changing:
            self._settings = None
            if self._next_spare is not None:
                self._next_spare.cancel()
            spare, self._spare = self._spare, None
            if spare is not None:
                end_spare(spare)
            await self._end()

    async def _ask(self, kind: str, request: CompletionRequest) -> Message:
        message = {"kind": kind, "request": request_to_json(request)}

        async def ask(connection: Connection) -> Message:
            if kind == "place" or request.guarantee != "off" or request.unwanted_in:
                await connection.prepare((request.language, request.version))
            return await connection.ask(message)

        return await self._with_worker(ask)

    async def _with_worker(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        while True:
            connection = await self._running()
            try:
                return await work(connection)
            except ModelError as error:
                if not connection.unresponsive:
                    self._note_crash(connection, error)
                    raise

    async def _running(self) -> Connection:
        """Return a connection to the process, which is restarted if it has died."""
        if self._connection is not None and self._connection.alive and not self._changing.locked():
            return self._connection
        # A cancelled waiter does not cancel the start, which serves later requests. The callback marks the
        # task's exception as retrieved, in case nobody awaits the task any more.
        starting = asyncio.ensure_future(self._restarted())
        starting.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(starting)

    async def _restarted(self) -> Connection:
        while True:
            async with self._changing:
                if self._settings is None:
                    raise ModelError("no model is loaded")
                if self._connection is not None and self._connection.alive:
                    return self._connection
                if self._connection is not None:
                    self._note_crash(self._connection, ModelError(self._connection.ending))
                if self._given_up:
                    raise ModelError(self._given_up)
                pause = self._restarts.pause
                if pause <= 0:
                    return (await self._launch(self._settings))[0]
            await asyncio.sleep(pause)

    async def _launch(self, settings: ModelSettings) -> tuple[Connection, ModelInfo]:
        await self._end()
        spare, self._spare = self._spare, None
        connection = await open_connection(self._on_progress, spare)
        try:
            answer = await connection.ask({"kind": "load", "settings": settings_to_json(settings)})
        except BaseException as error:
            # A worker without a model cannot be used; the next start or request launches a new one.
            await connection.close()
            if not isinstance(error, ModelError):
                raise
            failure = await _load_failure(settings, error, crashed=connection.crashed)
            self._note_crash(connection, failure)
            raise failure from error
        self._connection = connection
        connection.on_end = self._ended
        if self._next_spare is not None:
            self._next_spare.cancel()
        self._next_spare = asyncio.get_running_loop().call_later(SPARE_AFTER, self._start_spare)
        return connection, info_from_json(answer["info"])

    def _start_spare(self) -> None:
        if self._spare is None:
            self._spare = start_spare()

    def _ended(self, connection: Connection) -> None:
        """Report a crash: whoever ends a process on purpose replaces or clears the connection first."""
        if connection is self._connection and self._on_crash is not None:
            self._on_crash()

    def _note_crash(self, connection: Connection, error: ModelError) -> None:
        """Count a crash, at most once for each process; after too many crashes there is no restart.

        Raises:
            ModelError: The process has crashed too often.
        """
        if not connection.crashed:
            return
        if not connection.counted:
            connection.counted = True
            self._restarts.crashed()
            if self._restarts.too_many:
                self._given_up = (
                    f"the model's process has crashed {self._restarts}, so it is not used any more; "
                    f"choose another model, or change a setting of this one to try again ({error})"
                )
        if self._given_up:
            raise ModelError(self._given_up) from error

    async def _end(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


async def _load_failure(settings: ModelSettings, error: ModelError, *, crashed: bool) -> ModelError:
    """Return the error for a model that did not load."""
    reason = await asyncio.to_thread(reason_of_crash, settings.file) if crashed else str(error)
    message = f"{settings.file} cannot be used: {error}" if reason is None else reason
    if settings.memory_limit is not None:
        message += f" (with model.memoryLimitMb at {settings.memory_limit})"
    return ModelError(message)
