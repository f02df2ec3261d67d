"""The commands by which an editor lists models and downloads one, with the real server."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from quoin.lsp_server.harness.client import Client, ResponseError
from tests.engine.supply import stand_in
from tests.engine.supply.stand_in import CONTENT, FILE_NAME, MEGABYTES, NAME, PATH
from tests.engine.supply.web import Web, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

SIZE = len(CONTENT)


@asynccontextmanager
async def server(folder: Path, web: Web, *, trusted: object = True) -> AsyncIterator[Client]:
    """A server whose list has the models of `web`."""
    client = await Client.start([str(stand_in.program(folder, web)), "serve"], cwd=folder)
    try:
        await client.initialize({"trusted": trusted})
        yield client
    finally:
        await client.kill()


def execute(client: Client, command: str, *arguments: object) -> Any:
    return client.request("workspace/executeCommand", {"command": command, "arguments": list(arguments)})


def wish(web: Web, **more: object) -> dict[str, object]:
    return {"name": NAME, "address": web.address(PATH), **more}


def progress(client: Client, token: object) -> list[dict[str, Any]]:
    return [one["value"] for one in client.notifications["$/progress"] if one["token"] == token]


async def until(happened: Callable[[], bool]) -> None:
    for _ in range(1000):
        if happened():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError


async def test_models_are_listed_and_nothing_is_asked(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        async with server(tmp_path, web) as client:
            found = await execute(client, "quoin.models")
    assert [model["title"] for model in found["known"]] == ["Small Coder 6M", "Without a Digest 1B"]
    assert (found["servers"], found["found"], web.requests) == (None, [], [])
    assert not (tmp_path / "data").exists()


async def test_a_download_tells_its_progress_and_the_path(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        async with server(tmp_path, web) as client:
            outcome = await execute(client, "quoin.getModel", wish(web, token="t1"))
            path = tmp_path / "data" / "quoin" / "models" / FILE_NAME
            assert outcome == {"path": str(path), "problem": None}
            assert path.read_bytes() == CONTENT
            told = progress(client, "t1")
            assert (await execute(client, "quoin.models"))["known"][0]["path"] == str(path)
    assert [told[0]["kind"], told[-2]["percentage"], told[-1]["kind"]] == ["begin", 100, "end"]
    assert told[0]["title"] == "quoin: downloading Small Coder 6M"
    assert told[-2]["message"] == f"{MEGABYTES} of {MEGABYTES} MB"


async def test_a_download_that_is_cancelled_goes_on_later(tmp_path: Path) -> None:
    # The server stops sending in the middle; what it sent before is kept.
    with serving(Web(CONTENT, cuts=[SIZE // 2, 0, 0, 0, 0, 0])) as web:
        async with server(tmp_path, web) as client:
            number, work = client.begin(
                "workspace/executeCommand", {"command": "quoin.getModel", "arguments": [wish(web, token=7)]}
            )
            await until(lambda: len(web.requests) == 2)
            client.notify("$/cancelRequest", {"id": number})
            with pytest.raises(ResponseError):
                await asyncio.wait_for(work, 20)
            await until(lambda: progress(client, 7)[-1]["kind"] == "end")
            (partial,) = (tmp_path / "data" / "quoin" / "models").glob(".*.part")
            assert partial.stat().st_size == SIZE // 2
            web.cuts.clear()
            asked = len(web.requests)
            await asyncio.sleep(2)  # twice as long as a download waits before another attempt
            assert len(web.requests) == asked
            outcome = await execute(client, "quoin.getModel", wish(web))
    assert outcome["problem"] is None
    assert web.requests[-1] == (PATH, f"bytes={SIZE // 2}-")


async def test_a_server_ends_during_a_download(tmp_path: Path) -> None:
    with serving(Web(CONTENT, silent=True)) as web:
        async with server(tmp_path, web) as client:
            command = {"command": "quoin.getModel", "arguments": [wish(web)]}
            work = client.begin("workspace/executeCommand", command)[1]
            await until(lambda: bool(web.requests))
            await asyncio.wait_for(client.stop(), 20)
            with pytest.raises(ResponseError, match="canceled"):
                await work


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"name": "no-such"}, "there is no model 'no-such' in the list"),
        ({"address": "https://example.org/other.gguf"}, "which is not what was confirmed"),
        ({"name": "without-digest"}, "which is not what was confirmed"),
        ({"sha256": "12"}, "64 hexadecimal digits"),
        ({"sha256": "0" * 64}, "another one than yours"),
    ],
)
async def test_what_was_not_confirmed_is_not_downloaded(
    tmp_path: Path, more: dict[str, object], told: str
) -> None:
    with serving(Web(CONTENT)) as web:
        async with server(tmp_path, web) as client:
            outcome = await execute(client, "quoin.getModel", wish(web) | more)
    assert outcome["path"] is None
    assert told in outcome["problem"]
    assert web.requests == []


async def test_a_model_without_a_digest_needs_one(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        unknown = {"name": "without-digest", "address": web.address("/other/without-digest.gguf")}
        async with server(tmp_path, web) as client:
            outcome = await execute(client, "quoin.getModel", unknown)
            assert "unless you name one: https://example.org/small" in outcome["problem"]
            outcome = await execute(client, "quoin.getModel", {**unknown, "sha256": "0" * 64})
            assert "has the digest" in outcome["problem"]
    assert len(web.requests) == 1
    assert not list((tmp_path / "data" / "quoin" / "models").iterdir())


@pytest.mark.parametrize("trusted", [False, None, "true", 1])
async def test_a_client_that_does_not_vouch_for_itself_gets_nothing(tmp_path: Path, trusted: object) -> None:
    with serving(Web(CONTENT)) as web:
        async with server(tmp_path, web, trusted=trusted) as client:
            for command, argument in (("quoin.models", {}), ("quoin.getModel", wish(web))):
                with pytest.raises(ResponseError, match="trusted"):
                    await execute(client, command, argument)
    assert web.requests == []
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [1],
        [[]],
        [{"name": 1, "address": "x"}],
        [{"name": "x"}],
        [{"name": "x", "address": "y", "token": True}],
    ],
    ids=repr,
)
async def test_odd_arguments_are_refused(tmp_path: Path, arguments: list[object]) -> None:
    with serving(Web(CONTENT)) as web:
        async with server(tmp_path, web) as client:
            with pytest.raises(ResponseError):
                await execute(client, "quoin.getModel", *arguments)
            assert (await execute(client, "quoin.stats"))["shown"] == 0
    assert web.requests == []
