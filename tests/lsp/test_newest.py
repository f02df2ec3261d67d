"""Who gets what when work for the same document meets."""

from __future__ import annotations

import asyncio

import pytest

from lsp_server.newest import Newest


async def work(gate: asyncio.Event, result: str) -> str:
    await gate.wait()
    return result


async def test_newer_work_ends_older_work_of_the_same_key_alone() -> None:
    newest, gate = Newest(), asyncio.Event()
    first = asyncio.ensure_future(newest.run("a", work(gate, "first"), "nothing"))
    other = asyncio.ensure_future(newest.run("b", work(gate, "other"), "nothing"))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(newest.run("a", work(gate, "second"), "nothing"))
    assert await first == "nothing"
    gate.set()
    assert [await second, await other] == ["second", "other"]


async def test_an_edit_ends_the_work() -> None:
    newest = Newest()
    running = asyncio.ensure_future(newest.run("a", work(asyncio.Event(), "late"), "nothing"))
    await asyncio.sleep(0)
    newest.stop("a")
    assert await running == "nothing"


async def test_cancelling_does_not_wait_for_work_that_does_not_notice() -> None:
    newest, gate, noticed = Newest(), asyncio.Event(), asyncio.Event()

    async def stubborn() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            noticed.set()
            await gate.wait()
            raise
        return ""

    running = asyncio.ensure_future(newest.run("a", stubborn(), "nothing"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(running, 1)
    await asyncio.wait_for(noticed.wait(), 1)
    gate.set()


async def test_errors_reach_the_caller() -> None:
    async def failing() -> str:
        raise ValueError("told")

    with pytest.raises(ValueError, match="told"):
        await Newest().run("a", failing(), "nothing")
