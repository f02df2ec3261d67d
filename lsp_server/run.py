"""Runs the server over a channel or a TCP port until its client disconnects."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from quoin.lsp_server import logs
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.features import register
from quoin.lsp_server.server import QuoinServer
from quoin.lsp_server.transport.stdio import DescriptorOutput, read_into

if TYPE_CHECKING:
    import subprocess

    from quoin.engine.util.stdio_capture import Channel
    from quoin.lsp_server.transport.listener import Listener

LOOPBACK = "127.0.0.1"
_CHUNK = 64 * 1024


def serve_channel(channel: Channel, spare: subprocess.Popen[bytes] | None = None) -> int:
    """Serve over two descriptors and return the exit code.

    `spare` is a process for the model, if one was started already.
    """
    logs.configure()

    async def serve() -> int:
        server = _server(spare)
        loop = asyncio.get_running_loop()
        output = DescriptorOutput(channel.sink, lambda: _call(loop, server))
        return await server.serve(lambda listener: read_into(listener, channel.source), output)

    return asyncio.run(serve())


def _server(spare: subprocess.Popen[bytes] | None) -> QuoinServer:
    server = QuoinServer(spare)
    register(server)
    return server


def _call(loop: asyncio.AbstractEventLoop, server: QuoinServer) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(server.end)


def serve_tcp(port: int) -> int:
    """Serve the first client that connects to a port of this machine, and return the exit code.

    Raises:
        InputError: the port cannot be listened on.
    """
    logs.configure()
    return asyncio.run(_serve_first(port))


async def _serve_first(port: int) -> int:
    code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        listener.close()
        server = _server(None)
        code.set_result(
            await server.serve(lambda client: server.in_background(_read_into(client, reader)), writer)
        )

    try:
        listener = await asyncio.start_server(connected, LOOPBACK, port)
    except OSError as error:
        raise InputError(f"port {port} cannot be listened on: {error.strerror}") from None
    logs.log.info("listening on %s port %d", *listener.sockets[0].getsockname()[:2])
    return await code


async def _read_into(listener: Listener, reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(_CHUNK):
            listener.feed(data)
    listener.feed(b"")
