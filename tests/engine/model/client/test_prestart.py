"""A process that is started before anybody knows which model it is to load."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import CompletionRequest, ModelClient, ModelSettings
from quoin.engine.model.client import client as client_module
from quoin.engine.model.client import prestart as module
from quoin.engine.model.client.prestart import end_spare, start_spare
from quoin.lsp_server.harness.client import Client
from tests.support.processes import children

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="asyncio cannot take its pipes over")

SETTINGS = ModelSettings(threads=1)
REQUEST = CompletionRequest("python", "x = (1, ", ")\n", "test", max_tokens=8, max_seconds=60.0)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - other processes tell nobody
        await asyncio.sleep(0.01)


@pytest.fixture
def spare() -> Iterator[subprocess.Popen[bytes]]:
    process = start_spare()
    assert process is not None
    yield process
    end_spare(process)


async def test_it_serves_the_first_model_and_is_like_any_other(spare: subprocess.Popen[bytes]) -> None:
    client = ModelClient(spare=spare)
    await client.start(SETTINGS)
    assert client.pid == spare.pid
    assert (await client.complete(REQUEST)).candidates
    await client.start(ModelSettings(threads=2))
    assert client.pid not in (spare.pid, None)
    assert spare.returncode == 0
    await client.close()


async def test_one_that_has_died_is_not_used(spare: subprocess.Popen[bytes]) -> None:
    spare.kill()
    spare.wait()
    client = ModelClient(spare=spare)
    await client.start(SETTINGS)
    assert client.pid not in (spare.pid, None)
    await client.close()


async def test_its_death_is_noticed_and_another_takes_its_place(spare: subprocess.Popen[bytes]) -> None:
    client = ModelClient(spare=spare)
    await client.start(SETTINGS)
    spare.kill()
    await until(lambda: client.pid is None)
    assert (await client.complete(REQUEST)).candidates
    await client.close()


async def test_another_waits_for_the_death_of_one_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "SPARE_AFTER", 0.01)
    client = ModelClient()
    await client.start(SETTINGS)
    await until(lambda: client._spare is not None)
    waiting, worker = client._spare, client.pid
    assert waiting is not None
    assert worker is not None
    os.kill(worker, signal.SIGKILL)
    await until(lambda: client.pid is None)
    assert (await client.complete(REQUEST)).candidates
    assert client.pid == waiting.pid
    await until(lambda: client._spare is not None)
    another = client._spare
    await client.close()
    assert another is not None
    assert waiting.returncode is not None
    assert another.returncode is not None


async def test_it_ends_with_a_client_that_has_not_used_it(spare: subprocess.Popen[bytes]) -> None:
    await ModelClient(spare=spare).close()
    assert spare.returncode is not None


def test_where_none_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "command", lambda: ("/nowhere/python",))
    assert start_spare() is None


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
@pytest.mark.parametrize("enable", [True, False])
async def test_a_server_has_one_process_for_the_model_from_its_start_to_its_end(enable: bool) -> None:
    client = await Client.start()
    try:
        await until(lambda: bool(children(client.process.pid)))
        before = children(client.process.pid)
        await client.initialize({"enable": enable, "status": True})
        client.open("file:///a.py", "x = (1, )\n")
        assert bool(await client.complete("file:///a.py", 0, 8)) == enable
        # Later a spare process waits behind it.
        assert children(client.process.pid)[:1] == (before if enable else [])
        assert await client.stop() == 0
    finally:
        await client.kill()
    await until(lambda: not Path(f"/proc/{before[0]}").exists())


async def test_an_isolated_server_gets_none_of_the_users_packages(tmp_path: Path) -> None:
    """A server that brings its own Python ignores the variables that the user has set for another one."""
    for name in ("numpy", "json", "regex"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('of the user')\n", encoding="utf-8")
    command = (sys.executable, "-I", "-m", "quoin.lsp_server", "serve")
    client = await Client.start(command, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    try:
        await client.initialize({"maxLatencyMs": 60_000})
        client.open("file:///a.py", "x = (1, )\n")
        assert await client.complete("file:///a.py", 0, 8)
    finally:
        await client.kill()
