"""Who gets what when work for the same document meets."""

from __future__ import annotations

import asyncio

import pytest

from quoin.lsp_server.completion.tasks import LatestOnly, SharedWork


async def work(gate: asyncio.Event, result: str) -> str:
    await gate.wait()
    return result


async def test_newer_work_ends_older_work_of_the_same_key_alone() -> None:
    newest, gate = LatestOnly(), asyncio.Event()
    first = asyncio.ensure_future(newest.run("a", work(gate, "first"), "nothing"))
    other = asyncio.ensure_future(newest.run("b", work(gate, "other"), "nothing"))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(newest.run("a", work(gate, "second"), "nothing"))
    assert await first == "nothing"
    gate.set()
    assert [await second, await other] == ["second", "other"]


async def test_an_edit_ends_the_work() -> None:
    newest = LatestOnly()
    running = asyncio.ensure_future(newest.run("a", work(asyncio.Event(), "late"), "nothing"))
    await asyncio.sleep(0)
    newest.stop("a")
    assert await running == "nothing"


async def test_cancelling_the_caller_cancels_the_work() -> None:
    newest, noticed = LatestOnly(), asyncio.Event()

    async def work() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            noticed.set()
        return ""

    running = asyncio.ensure_future(newest.run("a", work(), "nothing"))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert noticed.is_set()


async def test_work_that_is_done_is_not_ended_any_more() -> None:
    newest, gate = LatestOnly(), asyncio.Event()
    gate.set()

    async def caller() -> str:
        result = await newest.run("a", work(gate, "done"), "nothing")
        newest.stop("a")
        await asyncio.sleep(0)
        return result

    assert await asyncio.ensure_future(caller()) == "done"


async def test_errors_reach_the_caller() -> None:
    async def failing() -> str:
        raise ValueError("told")

    with pytest.raises(ValueError, match="told"):
        await LatestOnly().run("a", failing(), "nothing")


async def test_equal_work_is_done_once() -> None:
    shared: SharedWork[str] = SharedWork()
    gate, begun = asyncio.Event(), []

    async def slow(name: str) -> str:
        begun.append(name)
        await gate.wait()
        return name

    asked = [("a", "this"), ("a", "this"), ("a", "that"), ("b", "this")]
    tasks = [
        asyncio.ensure_future(shared.run(key, what, lambda key=key, what=what: slow(f"{key} {what}")))  # type: ignore[misc]
        for key, what in asked
    ]
    await asyncio.sleep(0)
    gate.set()
    assert await asyncio.gather(*tasks) == ["a this", "a this", "a that", "b this"]
    assert begun == ["a this", "a that", "b this"]
    assert await shared.run("a", "this", lambda: slow("anew")) == "anew"


@pytest.mark.parametrize("is_forgotten", [False, True])
async def test_who_waits_for_work_that_ends_begins_it_anew(is_forgotten: bool) -> None:
    shared: SharedWork[str] = SharedWork()
    gate, begun = asyncio.Event(), []

    async def slow() -> str:
        begun.append(gate.is_set())
        await gate.wait()
        return "done"

    first, second = (asyncio.ensure_future(shared.run("a", "this", slow)) for _ in range(2))
    await asyncio.sleep(0)
    if is_forgotten:
        shared.forget("a")
    first.cancel()
    gate.set()
    assert await second == "done"
    assert begun == [False, True]
