"""The JSON-RPC layer: adds what the protocol library omits, and corrects where it differs from LSP.

- Document synchronisation is quoin's own (`quoin.lsp_server.features`): the library's buffer splits lines in
  places where LSP does not.
- A message that cannot be understood is answered with an error if it has an id, so that no
  client waits for ever; the library only logs it.
- Requests before `initialize` and after `shutdown` are refused, as LSP prescribes.
- Commands are cancelled with their requests; the library would let them run on, and fail to shut down.
- `exit`, and a client that disconnects, end the process with LSP's exit codes.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol, cast

from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidRequest,
)
from pygls.protocol import LanguageServerProtocol

from quoin.lsp_server.logs import describe, log
from quoin.lsp_server.transport.fast_codec import read_change, read_completion, write_items

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.server import ServerErrors

    Work = Callable[[], Any]

Json = dict[str, Any]

_OWN_METHODS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)
_HEADER = b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n"
_NOT_INITIALIZED = -32002
_PARSE_ERROR = -32700


class Host(Protocol):
    """The methods that the protocol needs of its server."""

    def end(self) -> None:
        """Stop serving."""

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Log an error of a handler."""


class QuoinProtocol(LanguageServerProtocol):
    """Handles message bodies and answers each request exactly once."""

    _initialized = False

    def _register_builtin_features(self) -> None:
        super()._register_builtin_features()  # type: ignore[no-untyped-call]
        for method in _OWN_METHODS:
            del self.fm.builtin_features[method]

    @property
    def _host(self) -> Host:
        return cast("Host", self._server)

    def receive(self, body: bytes) -> bool:
        """Handle one message without raising, whatever a client sends.

        Returns whether work has begun that needs a turn of the loop before the next message.
        """
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            log.error("a message that is no JSON: %s", describe(error))
            self._send_data({"jsonrpc": "2.0", "id": None, "error": _error(_PARSE_ERROR, "not JSON")})
            return False
        try:
            return self._handle(data)
        except Exception as error:  # noqa: BLE001 - whatever a client sends, the next message is read
            log.error("a message that cannot be handled: %s", describe(error))
            self._refuse(data, _error(JsonRpcInternalError.CODE, "the message cannot be handled"))
            return False

    def _handle(self, data: Json) -> bool:
        """Handle a message that is JSON; see `receive`."""
        if refusal := self._refusal(data):
            self._refuse(data, refusal)
            return False
        method = data.get("method")
        if method == types.EXIT:
            self._host.end()
            return False
        if method == types.TEXT_DOCUMENT_DID_CHANGE and "id" not in data:
            change = read_change(data.get("params"))
            if change is not None:
                self._notice(method, change)
                return False
        if method == types.TEXT_DOCUMENT_INLINE_COMPLETION and isinstance(data.get("id"), (int, str)):
            wanted = read_completion(data.get("params"))
            if wanted is not None:
                # The message's id is kept in a separate copy of the context variables.
                work = partial(self.fm.features[method], wanted)
                contextvars.copy_context().run(self._begin, data["id"], work)
                return True
        if method == types.WORKSPACE_EXECUTE_COMMAND and isinstance(data.get("id"), (int, str)):
            command = self._command(data.get("params"))
            if command is not None:
                contextvars.copy_context().run(self._begin, data["id"], command)
                return True
        self._take(data)
        return True

    def tell(self, method: str, params: Json) -> None:
        """Send a notification whose parameters are already JSON."""
        self._send_json({"jsonrpc": "2.0", "method": method, "params": params})

    def _send_response(
        self, msg_id: int | str, result: object = None, error: types.ResponseError | None = None
    ) -> None:
        """Send a response; the library writes all responses other than completions."""
        if error is None and (items := write_items(result)) is not None:
            self._send_json({"jsonrpc": "2.0", "id": msg_id, "result": items})
        else:
            super()._send_response(msg_id, result, error)

    def _send_json(self, message: Json) -> None:
        body = json.dumps(message).encode()
        log.debug("sent: %s", body)
        if self.writer is not None:
            self.writer.write(_HEADER % len(body) + body)

    def _take(self, data: Json) -> None:
        """Let the library handle a message."""
        try:
            self.handle_message(self.structure_message(data))
        except JsonRpcException as error:
            log.error("a message that cannot be understood: %s", describe(error))
            self._refuse(data, _error(error.code, error.message))

    def _command(self, params: object) -> Work | None:
        """Return what runs a command with its arguments; None if the library has to refuse it."""
        if not isinstance(params, dict):
            return None
        name, arguments = params.get("command"), params.get("arguments")
        handler = self.fm.commands.get(name) if isinstance(name, str) else None
        if handler is None or not isinstance(arguments, list | None):
            return None
        return partial(handler, *(arguments or ()))

    def _begin(self, msg_id: int | str, work: Work) -> None:
        """Begin to answer a request, as the library does for a handler that is a coroutine."""
        self._ctx_msg_id.set(msg_id)
        answer = asyncio.ensure_future(work())
        self._request_futures[msg_id] = answer
        answer.add_done_callback(partial(self._send_handler_result, msg_id=msg_id))

    def _notice(self, method: str, params: object) -> None:
        """Handle a notification, as the library does for a handler that is a function."""
        try:
            self.fm.features[method](params)
        except Exception as error:  # noqa: BLE001 - as in the library
            self._host.report_server_error(error, FeatureNotificationError)

    def _refusal(self, data: object) -> dict[str, Any] | None:
        """Return the error for a message that must not reach the handlers; None if it may."""
        fault = _fault(data)
        if fault is not None or not isinstance(data, dict):
            return _error(JsonRpcInvalidRequest.CODE, fault or "")
        method = data.get("method")
        if method is None or method == types.EXIT:
            return None
        if self._shutdown:
            return _error(JsonRpcInvalidRequest.CODE, "the server is shutting down")
        if method == types.INITIALIZE:
            if self._initialized:
                return _error(JsonRpcInvalidRequest.CODE, "initialize was sent before")
            self._initialized = True
        elif not self._initialized:
            return _error(_NOT_INITIALIZED, "initialize must come first")
        return None

    def _refuse(self, data: object, error: dict[str, Any]) -> None:
        """Answer a request with an error; a notification or a response gets no answer."""
        if isinstance(data, dict) and "method" in data and isinstance(data.get("id"), (int, str)):
            self._send_data({"jsonrpc": "2.0", "id": data["id"], "error": error})

    @property
    def exit_code(self) -> int:
        """The exit code that LSP prescribes if the connection ends now."""
        return 0 if self._shutdown else 1


def _fault(data: object) -> str | None:
    """Return why something is no message; None if it may be one."""
    if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
        return "not a JSON-RPC 2.0 message"
    # Only the answer to what was no message has a null as its id.
    ids = (int, str) if "method" in data else (int, str, NoneType)
    if ("id" in data and not isinstance(data["id"], ids)) or _cancels_nothing(data):
        return "an id that is neither a number nor a string"
    return None


def _cancels_nothing(data: Json) -> bool:
    """Return whether a message is to cancel a request, but says nothing that could be a request's id."""
    if data.get("method") != types.CANCEL_REQUEST:
        return False
    params = data.get("params")
    return not isinstance(params, dict) or not isinstance(params.get("id"), (int, str))


def _error(code: int, message: str) -> dict[str, Any]:
    return {"code": code, "message": message}
