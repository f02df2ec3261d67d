"""A model on a server: chosen by the setting `remote.url`, asked through the real language server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.engine.model.backends.http_server import serving
from tests.engine.model.backends.test_remote import as_infill, written

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

URI = "file:///project/a.py"
TEXT = "def area(width, height):\n    return \n"
OPTIONS = {"maxLatencyMs": 20_000, "status": True}


async def completed(client: Client) -> list[str]:
    client.open(URI, TEXT)
    return [item["insertText"] for item in await client.complete(URI, 1, 11)]


def last_status(client: Client) -> dict[str, Any]:
    said: dict[str, Any] = (client.notifications["quoin/status"] or [{}])[-1]
    return said


async def test_a_model_on_a_server(start: Start) -> None:
    with serving(as_infill(written("width", " * ", "height"), {})) as server:
        client = await start({**OPTIONS, "trusted": True, "remote.url": server.url})
        assert await completed(client) == ["width * height"]
        await client.heard(lambda: last_status(client).get("state") == "ready")
        model = last_status(client)["model"]
        assert (model["name"], model["sizeBytes"]) == (f"Qwen2.5-Coder-1.5B.gguf at {server.url}", 0)
        asked = len(server.asked)
        client.configure({"remote.url": ""})
        client.close(URI)
        await completed(client)
        assert len(server.asked) == asked
        assert "starter" in last_status(client)["model"]["name"]


async def test_a_server_that_is_not_there_is_told_once(start: Start) -> None:
    with serving(as_infill(written("x"), {})) as server:
        address = server.url
    client = await start({**OPTIONS, "trusted": True, "remote.url": address})
    assert await completed(client) == []
    assert await completed(client) == []
    (message,) = [params["message"] for params in client.notifications["window/showMessage"]]
    assert address in message
    assert last_status(client)["state"] == "error"


async def test_a_folder_that_is_not_trusted_names_no_server(start: Start) -> None:
    with serving(as_infill(written("x"), {})) as server:
        client = await start({**OPTIONS, "remote.url": server.url})
        client.configure({"remote": {"url": server.url}})
        await completed(client)
        assert server.asked == []
        assert "starter" in last_status(client)["model"]["name"]
