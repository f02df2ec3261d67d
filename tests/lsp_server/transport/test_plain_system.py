"""The server without the parts that not every system has, as on Windows, beside the one with all of them."""

from __future__ import annotations

import ast
import asyncio
import os
import resource
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.harness.client import Client, ResponseError
from tests.lsp_server.completion.test_completion import UNHURRIED, ask
from tests.support.own_language import write
from tests.support.processes import children, gone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

MARKED = "import os\n\nfolder = '.'\nfor name in os.listdir(█):\n    print(name)\n"
UNWATCHED = "the client's process is not watched"


@pytest.fixture(params=[False, True], ids=["whole", "plain"])
def is_plain(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def _no_limit_of_data() -> Iterator[None]:
    """Other tests load models in this process, whose limit it would hand on."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_DATA, before)


@pytest.fixture
async def client(is_plain: bool, _no_limit_of_data: None) -> AsyncIterator[Client]:
    environment = {**os.environ, "QUOIN_PLAIN_SYSTEM": "1" if is_plain else ""}
    started = await Client.start(env=environment)
    yield started
    await started.kill()


def limit_of_data(pid: int) -> str:
    lines = Path(f"/proc/{pid}/limits").read_text(encoding="ascii").splitlines()
    return next(line.split()[3] for line in lines if line.startswith("Max data size"))


async def test_it_completes_and_starts_a_dead_model_again(client: Client, is_plain: bool) -> None:
    await client.initialize(UNHURRIED, processId=os.getpid())
    for _ in range(2):
        found = await ask(client, MARKED)
        assert [ast.parse(text) for text in found]
        assert any(UNWATCHED in line for line in client.log) == is_plain
        (model,) = children(client.process.pid)
        assert (limit_of_data(model) == "unlimited") == is_plain
        os.kill(model, 9)
        assert await gone(model)
        client.close("file:///project/a.py")
    assert await client.stop() == 0


async def test_both_processes_end_with_the_pipe(client: Client) -> None:
    await client.initialize(UNHURRIED)
    assert await ask(client, MARKED)
    processes = [client.process.pid, *children(client.process.pid)]
    assert client.process.stdin is not None
    client.process.stdin.close()
    await asyncio.wait_for(client.process.wait(), 20)
    assert len(processes) == 2
    for process in processes:
        assert await gone(process)


async def test_a_cancelled_request_is_answered_and_the_next_one_too(client: Client) -> None:
    await client.initialize(UNHURRIED)
    assert await ask(client, MARKED)
    number, answer = client.begin_completion("file:///project/a.py", 4, 15)
    client.notify("$/cancelRequest", {"id": number})
    with pytest.raises(ResponseError):
        await answer
    assert await client.complete("file:///project/a.py", 4, 15)


async def test_a_language_of_the_users_own_is_tried(client: Client, tmp_path: Path) -> None:
    options = {**UNHURRIED, "trusted": True, "grammars": [str(write(tmp_path / "own"))]}
    await client.initialize(options)
    await client.heard(lambda: any("language sums from" in line for line in client.log), 120)
