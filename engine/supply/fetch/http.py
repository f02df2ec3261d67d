"""One request for the rest of a file over HTTP, with its redirects, which must lead to listed hosts.

The system's settings for proxies count. Nothing is sent that tells one user from another.
"""

from __future__ import annotations

import base64
import re
import ssl
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from quoin.engine.errors import SupplyError
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Callable
    from urllib.parse import SplitResult

    from quoin.engine.supply.fetch.stop import Stop

MAX_SECONDS = 30.0
"""The longest wait for a connection or for further data, in seconds; then the connection counts as broken."""

MAX_REDIRECTS = 5
CHUNK = 1 << 18

_OK, _PARTIAL, _BEYOND = 200, 206, 416
_REDIRECTS = (301, 302, 303, 307, 308)
_LOCKED = (401, 403)
_LATER = (408, 425, 429, 500, 502, 503, 504)
"""Statuses after which another attempt may succeed."""

_KINDS: dict[str, type[HTTPConnection]] = {"http": HTTPConnection, "https": HTTPSConnection}
_PORTS = {"http": 80, "https": 443}
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class BeyondError(Exception):
    """The server's file ends before the offset that was asked for."""


class BrokenError(Exception):
    """The connection broke, or the server cannot answer now; another attempt may succeed."""


@dataclass(frozen=True)
class Body:
    """The rest of a file.

    Attributes:
        start: The offset in bytes of the first byte that comes; 0 from a server that only sends whole files.
        total: The size of the whole file in bytes; None if the server does not say it.
    """

    start: int
    total: int | None
    _response: HTTPResponse
    _connection: HTTPConnection

    def read(self) -> bytes:
        """Return further bytes; none at the end, or where the connection has ended early.

        Raises:
            BrokenError: The connection broke.
        """
        try:
            return self._response.read(CHUNK)
        except (OSError, HTTPException, ValueError) as error:
            raise BrokenError(_reason(error)) from error

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


def request_rest(address: str, start: int, allows: Callable[[str], bool], stop: Stop) -> Body:
    """Ask for a file from an offset on, and follow redirects to allowed hosts.

    Args:
        address: The address of the file.
        start: The offset in bytes.
        allows: Whether a host may be asked.
        stop: Ends the request.

    Raises:
        SupplyError: The server refuses, or sends the request to where it must not go.
        BeyondError: The file ends before the offset.
        BrokenError: Another attempt may succeed.
        StoppedError: The user has stopped the download.
    """
    first = here = _checked(address, address, allows)
    for _ in range(MAX_REDIRECTS + 1):
        stop.check()
        connection, response = _ask(here, start, stop)
        if response.status not in _REDIRECTS:
            return _body(connection, response, here, start)
        connection.close()
        target = urljoin(here.geturl(), response.headers.get("Location") or "")
        here = _checked(target, first.geturl(), allows)
    raise SupplyError(f"{first.hostname} redirects more than {MAX_REDIRECTS} times")


def _checked(target: str, first: str, allows: Callable[[str], bool]) -> SplitResult:
    """Return the parts of an address that may be asked."""
    try:
        parts = urlsplit(target)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    host = parts.hostname
    if host is None or parts.scheme not in _KINDS or parts.username is not None:
        raise SupplyError(f"{quoted(target)} is no address that a model can be at")
    if parts.scheme != urlsplit(first).scheme:
        raise SupplyError(f"{quoted(first)} redirects to {parts.scheme}; that is refused")
    if not allows(host):
        raise SupplyError(
            f"{quoted(first)} redirects to {quoted(host)}, which the list does not name; that is refused"
        )
    return parts


def _ask(place: SplitResult, start: int, stop: Stop) -> tuple[HTTPConnection, HTTPResponse]:
    connection = _connection(place)
    headers = {"Accept-Encoding": "identity", "User-Agent": "quoin"}
    if start:
        headers["Range"] = f"bytes={start}-"
    target = (place.path or "/") + (f"?{place.query}" if place.query else "")
    if place.scheme == "http" and _proxy(place) is not None:
        target = place.geturl()
    try:
        connection.connect()
        # The library forgets the socket of an answer that ends with its connection.
        stop.watch(connection.sock)
        stop.check()
        connection.request("GET", target, headers=headers)
        return connection, connection.getresponse()
    except ssl.SSLCertVerificationError as error:
        connection.close()
        raise SupplyError(f"{place.hostname} has no certificate that is trusted here") from error
    except (OSError, HTTPException, ValueError) as error:
        connection.close()
        stop.check()
        raise BrokenError(_reason(error)) from error


def _connection(place: SplitResult) -> HTTPConnection:
    """Return a connection to a host, or to the proxy on the way to it."""
    kind, host, port = _KINDS[place.scheme], place.hostname or "", place.port
    proxy = _proxy(place)
    if proxy is None:
        return kind(host, port, timeout=MAX_SECONDS)
    connection = kind(proxy.hostname or "", proxy.port, timeout=MAX_SECONDS)
    if place.scheme == "https":
        headers = {}
        if proxy.username is not None:
            who = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
            headers["Proxy-Authorization"] = "Basic " + base64.b64encode(who.encode()).decode("ascii")
        connection.set_tunnel(host, port or _PORTS[place.scheme], headers)
    return connection


def _proxy(place: SplitResult) -> SplitResult | None:
    named, host = getproxies().get(place.scheme), place.hostname or ""
    if not named or host in _LOOPBACK or proxy_bypass(host):
        return None
    return urlsplit(named if "://" in named else f"http://{named}")


def _body(connection: HTTPConnection, response: HTTPResponse, place: SplitResult, start: int) -> Body:
    status, host = response.status, place.hostname
    if status == _PARTIAL:
        said = _RANGE.fullmatch(response.headers.get("Content-Range") or "")
        if said is None or int(said[1]) != start:
            raise SupplyError(f"{host} answers with another part of the file than was asked for")
        return Body(start, None if said[2] == "*" else int(said[2]), response, connection)
    if status == _OK:
        length = response.headers.get("Content-Length") or ""
        return Body(0, int(length) if length.isdecimal() else None, response, connection)
    connection.close()
    if status == _BEYOND and start:
        raise BeyondError(f"{host} has a file that ends before the {start} bytes which came before")
    if status in _LATER:
        raise BrokenError(f"{host} answers with status {status}")
    if status in _LOCKED:
        raise SupplyError(f"{host} gives the file only to those who sign in (status {status})")
    raise SupplyError(f"{host} answers with status {status}")


def _reason(error: Exception) -> str:
    return quoted(getattr(error, "strerror", None) or str(error) or type(error).__name__)
