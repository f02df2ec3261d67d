"""Real servers for promises: each with a data folder of its own, and gone after its use."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.harness.client import Client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

NO_PROC = "" if sys.platform == "linux" else "looks at processes in /proc"
"""Why this machine cannot try what is read from `/proc`."""

_DATA = "XDG_DATA_HOME"


@asynccontextmanager
async def served(options: dict[str, Any] | None = None, **params: Any) -> AsyncIterator[Client]:
    """A server that is initialised with the given options and parameters."""
    async with raw_server() as client:
        await client.initialize(options, **params)
        yield client


@asynccontextmanager
async def raw_server() -> AsyncIterator[Client]:
    """A server that nothing has been said to."""
    with data_home():
        client = await Client.start()
        try:
            yield client
        finally:
            await client.kill()


@contextmanager
def data_home() -> Iterator[None]:
    """Let servers that are started in a block write into a folder of their own."""
    before = os.environ.get(_DATA)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[_DATA] = folder
        try:
            yield
        finally:
            del os.environ[_DATA]
            if before is not None:
                os.environ[_DATA] = before
