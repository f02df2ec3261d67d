"""Real servers for tests: started as a program, spoken to over their standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from quoin.lsp_server.harness.client import Client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    Start = Callable[..., Awaitable[Client]]


@pytest.fixture(autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what the servers write out of the user's own data folder."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Start servers that are initialised with the given options and parameters, and end them all."""
    clients: list[Client] = []

    async def started(options: dict[str, Any] | None = None, **params: Any) -> Client:
        client = await Client.start()
        clients.append(client)
        await client.initialize(options, **params)
        return client

    yield started
    for client in clients:
        await client.kill()


@pytest.fixture
async def raw() -> AsyncIterator[Client]:
    """Give a server that nothing has been said to."""
    client = await Client.start()
    yield client
    await client.kill()
