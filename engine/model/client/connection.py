"""A `Connection` is the client's side of one worker process."""

from __future__ import annotations

import asyncio
import logging
import re
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.client.prestart import PACKAGES, command, environment, start_spare
from quoin.engine.model.client.process import AsyncioProcess, adopt
from quoin.engine.model.ipc.channel import decode, encode, message_frames
from quoin.engine.model.ipc.delta import SentTexts
from quoin.engine.util import system
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Coroutine

    from quoin.engine.model.client.process import Process
    from quoin.engine.model.ipc.messages import Message

KILL_AFTER = 3.0
"""The time in seconds in which a worker must answer a cancellation before it is killed."""

LOOK_EVERY = 0.3
"""The time in seconds between two looks at a worker that has not answered yet. One that is stopped at two of
them is continued."""

_END_AFTER = 1.0
_CHUNK = 1 << 16
_FOLDERS = re.compile(r"/\S*/")
"""The folders in which native code was built; its assertions name them, but they tell a user nothing."""

Wanted = tuple[str, str | None]
"""A language and its version."""

_log = logging.getLogger("quoin.model")


class Connection:
    """A worker process and its unanswered requests; `open_connection` creates it.

    Attributes:
        crashed: Whether the process has ended unexpectedly.
        unresponsive: Whether the process was killed since it did not react to a cancellation; its other
            requests must then be sent again.
        counted: A flag for the owner, who counts crashes.
        on_end: Called with the connection when its process has ended.
    """

    def __init__(self, process: Process, on_progress: Callable[[float], None] | None) -> None:
        self._process = process
        self._on_progress = on_progress
        self._texts = SentTexts()
        self._frames = message_frames()
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._prepared: dict[Wanted, asyncio.Future[Message]] = {}
        self._number = 0
        self._next_look: asyncio.TimerHandle | None = None
        self._was_stopped = False
        self._last_line = ""
        self._ended = ""
        self.crashed = False
        self.unresponsive = False
        self.counted = False
        self.on_end: Callable[[Connection], None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._spawn(self._listen())

    @property
    def alive(self) -> bool:
        """Whether requests can be sent."""
        return not self._ended

    @property
    def ending(self) -> str:
        """A description of how the process has ended; empty while it runs."""
        return self._ended

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def ask(self, message: Message) -> Message:
        """Send a request and wait for its answer.

        Raises:
            ModelError: The worker reports a failure or ends before it answers.
        """
        if self._ended:
            raise ModelError(self._ended)
        self._number += 1
        number = self._number
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        if self._next_look is None:
            self._look_later()
        if "request" in message:
            message = {**message, "request": self._texts.pack(message["request"])}
        try:
            await self._send({**message, "id": number})
            answer = await future
        except asyncio.CancelledError:
            if number in self._waiting:
                # The worker also answers a cancelled request, and a task waits for this answer.
                self._waiting[number] = asyncio.get_running_loop().create_future()
                # The message is written at once, since the request that replaces this one may be sent next.
                self._write({"kind": "cancel", "id": number})
                self._spawn(self._see_it_end(self._waiting[number]))
            raise
        if answer["kind"] == "failed":
            raise ModelError(answer["message"])
        return answer

    async def prepare(self, wanted: Wanted) -> None:
        """Let the worker prepare a language, once; a cancelled caller does not stop the preparation.

        Requests are sent only after their language's preparation, which cannot be interrupted. A worker that
        does not answer a cancellation is therefore stuck, not busy with a language.

        Raises:
            ModelError: The worker reports a failure or ends before it answers.
        """
        making = self._prepared.get(wanted)
        if making is None:
            language, version = wanted
            message = {"kind": "prepare", "language": language, "version": version}
            self._prepared[wanted] = making = asyncio.ensure_future(self.ask(message))
            making.add_done_callback(lambda done: self._forget_failure(wanted, done))
        if making.done():
            making.result()
        else:
            await asyncio.shield(making)

    def is_prepared(self, wanted: Wanted) -> bool:
        """Return whether a language is ready for requests."""
        making = self._prepared.get(wanted)
        return making is not None and making.done()

    def _forget_failure(self, wanted: Wanted, making: asyncio.Future[Message]) -> None:
        if making.cancelled() or making.exception():
            del self._prepared[wanted]

    async def close(self) -> None:
        """End the process; pending requests fail."""
        self._ended = self._ended or "the model process was closed"
        self._pipe().close()
        await self._reap()
        await asyncio.gather(*self._tasks)

    def _pipe(self) -> asyncio.StreamWriter:
        if self._process.stdin is None:
            raise AssertionError("the worker was started without a pipe")
        return self._process.stdin

    async def _send(self, message: Message) -> None:
        self._write(message)
        with suppress(ConnectionError, RuntimeError):
            await self._pipe().drain()

    def _write(self, message: Message) -> None:
        # If the worker has just died, the listener reports this to all requests.
        with suppress(ConnectionError, RuntimeError):
            self._pipe().write(encode(message))

    async def _see_it_end(self, future: asyncio.Future[Message]) -> None:
        """Wait for the worker to react to a cancellation; kill it if it does not."""
        done, _ = await asyncio.wait({future}, timeout=KILL_AFTER)
        if not done:
            _log.warning("the model process does not react to a cancellation and is killed")
            self.unresponsive = True
            self._ended = self._ended or "the model process did not react to a cancellation"
            self._kill()

    async def _listen(self) -> None:
        """Process the worker's messages until it ends."""
        errors = asyncio.ensure_future(self._log_errors())
        try:
            await self._process.listen(self._hear)
        finally:
            await self._reap()
            await errors
            self.crashed = not self._ended
            self._ended = self._ended or f"the model process has ended unexpectedly ({self._ending()})"
            for future in self._waiting.values():
                _settle(future, {"kind": "failed", "message": self._ended})
            self._waiting.clear()
            if self.on_end is not None:
                self.on_end(self)

    def _look_later(self) -> None:
        self._next_look = asyncio.get_running_loop().call_later(LOOK_EVERY, self._look)

    def _look(self) -> None:
        """Continue a worker that a signal has stopped, for as long as requests wait for it.

        A worker and its client that are stopped together are not continued at the same moment, so a single
        look does not count.
        """
        if self._ended or not self._waiting:
            self._next_look, self._was_stopped = None, False
            return
        before, self._was_stopped = self._was_stopped, system.is_stopped(self._process.pid)
        if before and self._was_stopped:
            _log.warning("the model process was stopped and is continued")
            system.resume(self._process.pid)
        self._look_later()

    def _hear(self, data: bytes) -> None:
        self._frames.feed(data)
        while (body := self._frames.next()) is not None:
            self._take(decode(body))

    def _take(self, message: Message) -> None:
        if message["kind"] != "progress":
            _settle(self._waiting.pop(message["id"]), message)
        elif self._on_progress is not None:
            self._on_progress(message["value"])

    async def _log_errors(self) -> None:
        """Log what the worker and its libraries print to standard error, which never holds source text."""
        reader = self._process.stderr
        rest = b""
        while reader is not None and (data := await reader.read(_CHUNK)):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._log_error(line)
            rest = rest[:_CHUNK]
        self._log_error(rest)

    def _log_error(self, line: bytes) -> None:
        said = quoted(line.decode("utf-8", "replace"))
        # The last line of native code before an abort is often just a note that there is no backtrace.
        if said and "backtrace" not in said:
            _log.debug("%s", said)
            self._last_line = _FOLDERS.sub("", said)

    def _ending(self) -> str:
        said = f": {self._last_line}" if self._last_line else ""
        return f"{system.name_of_ending(self._process.returncode or 0)}{said}"

    async def _reap(self) -> None:
        """Wait for a process that should end; kill it if it does not."""
        try:
            await asyncio.wait_for(self._process.wait(), _END_AFTER)
        except asyncio.TimeoutError:
            self._kill()
            await self._process.wait()

    def _kill(self) -> None:
        # `Process.kill` is avoided: it polls the process and, if this has ended, takes the exit
        # status away from asyncio, which then reports 255.
        if self._process.returncode is None and not system.kill_at_once(self._process.pid):
            with suppress(ProcessLookupError):
                self._process.kill()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _settle(future: asyncio.Future[Message], message: Message) -> None:
    if not future.done():
        future.set_result(message)


async def open_connection(
    on_progress: Callable[[float], None] | None, spare: subprocess.Popen[bytes] | None = None
) -> Connection:
    """Start a worker process, or take over the spare process if it still runs.

    Raises:
        ModelError: The operating system cannot start the process.
    """
    if spare is None or spare.poll() is not None:
        spare = start_spare()
    if spare is not None:
        return Connection(await adopt(spare), on_progress)
    try:
        process = await asyncio.create_subprocess_exec(
            *command(), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment(), cwd=PACKAGES
        )
    except OSError as error:
        raise ModelError(f"the model process cannot be started: {error}") from error
    return Connection(AsyncioProcess(process), on_progress)
