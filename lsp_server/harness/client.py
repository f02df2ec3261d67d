"""A small LSP client of a server that runs as a subprocess."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.engine.util.system import python
from quoin.lsp_server.transport.framing import frame, message_frames

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SERVER = (*python(), "-m", "quoin.lsp_server", "serve")
# The server runs in the folder of the packages: Python puts the working folder first on the import path, and
# the current one may belong to any project.
_PACKAGES = Path(__file__).resolve().parents[2]
# The longest line of the server's log, in bytes; the default limit would end the reading at long lines.
_LOG_LIMIT = 1024 * 1024
_EXIT_SECONDS = 10.0
_CHUNK = 64 * 1024


class ServerGoneError(Exception):
    """The server or its output ended while an answer was awaited."""


class ResponseError(Exception):
    """The server answered with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(f"{error.get('message')} ({error.get('code')})")
        self.code = error.get("code")


class Client:
    """One server, the pending requests to it, and the messages that it sent on its own.

    Attributes:
        notifications: parameters of the received notifications by method, in their order.
        requests: methods and parameters of the received requests, in their order.
        answers: results that answer the server's requests, by method; other methods are answered with null.
        log: the server's standard error, line by line.
        ended: whether the server's output has ended.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.notifications: dict[str, list[Any]] = defaultdict(list)
        self.requests: list[tuple[str, Any]] = []
        self.log: list[str] = []
        self.answers: dict[str, Any] = {}
        self.ended = False
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._heard = asyncio.Condition()
        self._tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._keep_log())]

    @classmethod
    async def start(cls, command: Sequence[str] = SERVER, **options: Any) -> Client:  # noqa: ANN401
        """Start a server, with `options` for the creation of its process."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            limit=_LOG_LIMIT,
            **{"cwd": _PACKAGES, **options},
        )
        return cls(process)

    async def initialize(
        self,
        options: Mapping[str, Any] | None = None,
        **params: Any,  # noqa: ANN401
    ) -> dict[str, Any]:
        """Send `initialize` and `initialized`; return the server's answer."""
        whole = {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": options}
        answer: dict[str, Any] = await self.request("initialize", {**whole, **params})
        self.notify("initialized", {})
        return answer

    def send(self, message: Mapping[str, Any], *, after: bytes = b"") -> None:
        """Send a message unchanged, in one piece with some bytes before it."""
        self.send_body(json.dumps(message).encode(), after=after)

    def send_body(self, body: bytes, *, after: bytes = b"") -> None:
        """Send the body of a message, which may be invalid, in one piece with some bytes before it."""
        assert self.process.stdin is not None
        self.process.stdin.write(after + frame(body))

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method: str, params: object, *, after: bytes = b"") -> tuple[int, asyncio.Future[Any]]:
        """Send a request, with some bytes before it; return its id and a future of its answer."""
        number = next(self._ids)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params}, after=after)
        return number, answer

    async def request(self, method: str, params: object) -> Any:  # noqa: ANN401
        """Send a request and await its answer.

        Raises:
            ResponseError: the answer is an error.
            ServerGoneError: the server ended without an answer.
        """
        return await self.begin(method, params)[1]

    def open(self, uri: str, text: str, language: str = "python", version: int = 1) -> None:
        """Open a document."""
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def close(self, uri: str) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def configure(self, settings: Mapping[str, Any]) -> None:
        """Push settings."""
        self.notify("workspace/didChangeConfiguration", {"settings": {"quoin": settings}})

    def begin_completion(
        self, uri: str, line: int, character: int, *, automatic: bool = False
    ) -> tuple[int, asyncio.Future[Any]]:
        """Request completions at a position; return the request's id and a future of its answer."""
        params = {
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character},
            "context": {"triggerKind": 2 if automatic else 1},
        }
        return self.begin("textDocument/inlineCompletion", params)

    async def complete(self, uri: str, line: int, character: int) -> list[dict[str, Any]]:
        """Request completions at a position and await them."""
        items: list[dict[str, Any]] = await self.begin_completion(uri, line, character)[1]
        return items

    async def heard(self, condition: Callable[[], bool], seconds: float = 20.0) -> None:
        """Wait until a condition on the received messages and the log holds.

        Raises:
            asyncio.TimeoutError: the condition does not hold in time.
        """

        async def wait() -> None:
            async with self._heard:
                await self._heard.wait_for(condition)

        await asyncio.wait_for(wait(), seconds)

    async def stop(self) -> int:
        """Send `shutdown` and `exit`; return the exit code. A server that does not end is killed."""
        try:
            await asyncio.wait_for(self.request("shutdown", None), _EXIT_SECONDS)
            self.notify("exit", None)
            return await asyncio.wait_for(self.process.wait(), _EXIT_SECONDS)
        finally:
            await self.kill()

    async def kill(self) -> None:
        """Kill the server if it still runs."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        frames = message_frames()
        while data := await self.process.stdout.read(_CHUNK):
            frames.feed(data)
            while (body := frames.next()) is not None:
                self._take(json.loads(body))
            async with self._heard:
                self._heard.notify_all()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ServerGoneError("it ended without an answer"))
        self.ended = True
        async with self._heard:
            self._heard.notify_all()

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self._answered(message)
        elif "id" in message:
            self.requests.append((message["method"], message.get("params")))
            result = self.answers.get(message["method"])
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        else:
            self.notifications[message["method"]].append(message.get("params"))

    def _answered(self, message: dict[str, Any]) -> None:
        answer = self._waiting.pop(message["id"], None)
        if answer is None or answer.done():
            return
        if "error" in message:
            answer.set_exception(ResponseError(message["error"]))
        else:
            answer.set_result(message["result"])

    async def _keep_log(self) -> None:
        assert self.process.stderr is not None
        while line := await self.process.stderr.readline():
            self.log.append(line.decode(errors="replace").rstrip("\n"))
            async with self._heard:
                self._heard.notify_all()
