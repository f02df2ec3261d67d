"""The JSON-RPC layer: what the protocol library leaves undone or does otherwise than LSP says.

- Document synchronisation is ours (`lsp_server.features`): the library's buffer splits lines in
  places where LSP does not.
- A message that cannot be understood is answered with an error where it has an id, so that no
  client waits for ever; the library only logs it.
- Requests before `initialize` and after `shutdown` are refused as LSP asks.
- `exit`, and a client that goes away, end the process with LSP's exit codes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol

from lsp_server.logs import describe, log

if TYPE_CHECKING:
    from lsp_server.server import QuoinServer

_OWN_METHODS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
)
_NOT_INITIALIZED = -32002
_PARSE_ERROR = -32700


class QuoinProtocol(LanguageServerProtocol):
    """Takes message bodies, answers each request exactly once."""

    _server: QuoinServer
    _initialized = False

    def _register_builtin_features(self) -> None:
        super()._register_builtin_features()  # type: ignore[no-untyped-call]
        for method in _OWN_METHODS:
            del self.fm.builtin_features[method]

    def receive(self, body: bytes) -> None:
        """Handle one message; never raises for anything that a client can send."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            log.error("a message that is no JSON: %s", describe(error))
            self._send_data({"jsonrpc": "2.0", "id": None, "error": _error(_PARSE_ERROR, "not JSON")})
            return
        if refusal := self._refusal(data):
            self._refuse(data, refusal)
            return
        if data.get("method") == types.EXIT:
            self._server.end()
            return
        try:
            self.handle_message(self.structure_message(data))
        except JsonRpcException as error:
            log.error("a message that cannot be understood: %s", describe(error))
            self._refuse(data, _error(error.code, error.message))

    def _refusal(self, data: object) -> dict[str, Any] | None:
        """Say why a message must not reach the handlers; None if it may."""
        if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
            return _error(JsonRpcInvalidRequest.CODE, "not a JSON-RPC 2.0 message")
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
        """Exit code that LSP asks for if the connection ends now."""
        return 0 if self._shutdown else 1


def _error(code: int, message: str) -> dict[str, Any]:
    return {"code": code, "message": message}
