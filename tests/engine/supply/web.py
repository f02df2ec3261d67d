"""A web server on this machine that answers as real ones do, and as they should not."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator


@dataclass
class Web:
    """What the server does.

    Attributes:
        content: The bytes at every address but those of `redirects`.
        cuts: For each answer in turn, after how many bytes the connection is closed; then none is.
        statuses: For each answer in turn, its status, where it is not to be as usual.
        redirects: Where the paths lead to.
        ranges: Whether parts are sent.
        length: What is said of the size; None says nothing, -1 the truth.
        shift: By how many bytes a part begins elsewhere than it should.
        silent: Whether an answer stops after its first bytes without an end.
        requests: The path and the range of each request.
        port: Where it listens.
    """

    content: bytes
    cuts: list[int] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    redirects: dict[str, str] = field(default_factory=dict)
    ranges: bool = True
    length: int | None = -1
    shift: int = 0
    silent: bool = False
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    port: int = 0

    def address(self, path: str = "/model.gguf") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


class Handler(BaseHTTPRequestHandler):
    """What answers the requests."""

    web: Web

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.web.requests.append((self.path, wanted))
        if self.path in self.web.redirects:
            self.send_response(302)
            self.send_header("Location", self.web.redirects[self.path])
            self.end_headers()
        elif self.web.statuses and (status := self.web.statuses.pop(0)) != 200:
            self.send_error(status)
        else:
            self._send(int((wanted or "bytes=0-")[6:-1]) if self.web.ranges else 0)

    def do_CONNECT(self) -> None:
        self.web.requests.append((f"CONNECT {self.path}", self.headers.get("Proxy-Authorization")))
        self.send_error(502)

    def _send(self, start: int) -> None:
        if start >= len(self.web.content):
            self.send_error(416)
            return
        size = len(self.web.content) if self.web.length == -1 else self.web.length
        self.send_response(206 if start else 200)
        if start:
            total = "*" if size is None else size
            self.send_header(
                "Content-Range", f"bytes {start + self.web.shift}-{len(self.web.content) - 1}/{total}"
            )
        elif size is not None:
            self.send_header("Content-Length", str(size))
        self.end_headers()
        body = self.web.content[start:]
        if self.web.silent:
            self.wfile.write(body[:1000])
            time.sleep(60)
        self.wfile.write(body[: self.web.cuts.pop(0)] if self.web.cuts else body)

    def log_message(self, *_: Any) -> None:
        pass


class Quiet(ThreadingHTTPServer):
    """A server that says nothing of clients that end early, and waits for none."""

    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        pass


@contextmanager
def serving(web: Web, context: ssl.SSLContext | None = None) -> Iterator[Web]:
    """Serve at a port of this machine, with a certificate if there is one."""
    server = Quiet(("127.0.0.1", 0), type("Answers", (Handler,), {"web": web}))
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    web.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()
