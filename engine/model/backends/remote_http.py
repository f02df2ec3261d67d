"""A `Server` sends requests in JSON over HTTP to a server, and each request can be given up at any time."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from quoin.engine.errors import ModelError
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quoin.engine.decoding.timing import Deadline

MAX_BYTES = 10 * 1024 * 1024
"""The largest number of bytes that are read of an answer."""

_POLL_SECONDS = 0.01
_OK = range(200, 300)
_TOO_MANY = (429, 503)
_PORTS = {"http": HTTPConnection, "https": HTTPSConnection}


class RefusedError(ModelError):
    """The server answered with a status other than success.

    Attributes:
        status: The HTTP status.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class Server:
    """A server at an address like `http://localhost:8000`; a path `/v1` at the address's end is left out.

    Raises:
        ModelError: The text is not the address of a server.
    """

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url)
            self._host, self._port = parts.hostname, parts.port
        except ValueError:
            self._host = None
        if (
            self._host is None
            or parts.scheme not in _PORTS
            or parts.query
            or parts.fragment
            or parts.username
        ):
            raise ModelError(f"remote.url {url!r} is no address of a server, such as http://localhost:8000")
        self._connection = _PORTS[parts.scheme]
        self._takes_several = True
        self._path = parts.path.rstrip("/").removesuffix("/v1")
        self.url = url.rstrip("/").removesuffix("/v1")

    def get(self, path: str, watch: Deadline) -> Any:  # noqa: ANN401 - what JSON holds
        """Send a GET request for a path and return the answer.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
            ModelError: There is no server, or it did not answer with JSON.
            RefusedError: The server answered with a status other than success.
        """
        return self._asked([self._call("GET", path, None)], path, watch)[0]

    def post(self, path: str, bodies: Sequence[Mapping[str, object]], watch: Deadline) -> list[Any]:
        """Send each object in a POST request and return the answers.

        The requests are sent in parallel until the server answers that they are too many; from then on they
        are sent one after another.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
            ModelError: There is no server, or it did not answer with JSON.
            RefusedError: The server answered with a status other than success.
        """
        texts = [json.dumps(body).encode("ascii") for body in bodies]
        if self._takes_several and len(texts) > 1:
            try:
                return self._asked([self._call("POST", path, text) for text in texts], path, watch)
            except RefusedError as error:
                if error.status not in _TOO_MANY:
                    raise
                self._takes_several = False
        return [self._asked([self._call("POST", path, text)], path, watch)[0] for text in texts]

    def _call(self, method: str, path: str, body: bytes | None) -> _Call:
        return _Call(self._connection(self._host or "", self._port), method, self._path + path, body)

    def _asked(self, calls: Sequence[_Call], path: str, watch: Deadline) -> list[Any]:
        """Make the calls of a path in parallel and return the values of their answers."""
        watch.check()
        for call in calls:
            call.start()
        for call in calls:
            while not call.done.wait(_POLL_SECONDS):
                if watch.interrupted():
                    for one in calls:
                        one.give_up()
                    watch.check()
        return [self._understood(call, path) for call in calls]

    def _understood(self, call: _Call, path: str) -> Any:  # noqa: ANN401
        if call.error is not None:
            reason = getattr(call.error, "strerror", None) or str(call.error) or type(call.error).__name__
            raise ModelError(f"the server at {self.url} does not answer: {quoted(reason)}")
        if call.status not in _OK:
            said = _said(call.body)
            raise RefusedError(f"{self.url}{path} answered with status {call.status}{said}", call.status)
        try:
            return json.loads(call.body)
        except ValueError:
            raise ModelError(f"{self.url}{path} did not answer with JSON") from None


class _Call(threading.Thread):
    """One request and its answer.

    The call is a thread of its own, since a socket has a time limit but cannot be cancelled otherwise.
    """

    def __init__(self, connection: HTTPConnection, method: str, path: str, body: bytes | None) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._request = method, path, body
        self.done = threading.Event()
        self.status = 0
        self.body = b""
        self.error: Exception | None = None

    def run(self) -> None:
        """Send the request and receive the answer."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        try:
            method, path, body = self._request
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            self.status = response.status
            self.body = response.read(MAX_BYTES)
        except (OSError, HTTPException, ValueError) as error:
            self.error = error
        finally:
            self._connection.close()
            self.done.set()

    def give_up(self) -> None:
        """End the connection; a server that notices this ends its work on the request."""
        connected: socket.socket | None = self._connection.sock
        if connected is not None:
            # Closing the socket alone would leave the thread waiting.
            with suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)


def _said(body: bytes) -> str:
    """Return the start of the message in an error's answer; empty if there is no message."""
    try:
        answer = json.loads(body)
        error = answer.get("error", answer.get("detail"))
        text = str(error.get("message") if isinstance(error, dict) else error or "")
    except (ValueError, AttributeError):
        return ""
    line = quoted(text)
    return f": {line}" if line else ""
