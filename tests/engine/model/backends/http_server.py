"""A server on loopback that answers what a test says, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Answer = tuple[int, Any]
"""A status, and what to answer: bytes as they are, anything else in JSON."""


class Scripted:
    """Answers by method and path.

    Attributes:
        asked: paths and bodies, in order.
    """

    def __init__(self, answer: Callable[[str, Any], Answer]) -> None:
        self.asked: list[tuple[str, Any]] = []
        self._answer = answer
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.reply(self, None)

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                outer.reply(self, json.loads(self.rfile.read(length)))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def reply(self, handler: BaseHTTPRequestHandler, body: Any) -> None:
        self.asked.append((handler.path, body))
        status, answer = self._answer(handler.path, body)
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def run(self) -> None:
        self._server.serve_forever(poll_interval=0.01)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(answer: Callable[[str, Any], Answer]) -> Iterator[Scripted]:
    """A server for the time of a block."""
    server = Scripted(answer)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()
