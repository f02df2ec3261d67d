"""The model's process, through its client: answers, failures, cancelling, crashes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from quoin.engine.model import STARTER, CompletionRequest, ModelClient, ModelError, ModelSettings, OtherFile
from quoin.engine.model.client.restarts import Restarts
from quoin.engine.model.ipc.channel import encode
from quoin.engine.util.system import is_alive
from tests.engine.model.gguf.files import without_fim
from tests.support.processes import gone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = ModelSettings(STARTER)
LEFT = "import sys\n\n\ndef main():\n    print("


def request(left: str = LEFT, right: str = ")\n", **changes: Any) -> CompletionRequest:
    options = {"max_seconds": 60.0, "max_tokens": 16, **changes}
    return CompletionRequest("python", left, right, "test", **options)


@pytest_asyncio.fixture(loop_scope="module")
async def client() -> AsyncIterator[ModelClient]:
    """One that a test starts itself."""
    client = ModelClient()
    yield client
    await client.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def started() -> AsyncIterator[ModelClient]:
    """One for all tests that leave it alive."""
    client = ModelClient()
    await client.start(SETTINGS)
    yield client
    await client.close()


async def answers(client: ModelClient) -> bool:
    """Whether the client still completes."""
    result = await client.complete(request(guarantee="off"))
    return bool(result.candidates)


async def test_a_completion_makes_the_file_fit(client: ModelClient) -> None:
    shares: list[float] = []
    client._on_progress = shares.append
    info = await client.start(SETTINGS)
    assert info.path == STARTER
    assert info.fim_order == "spm"
    assert set(info.fim) == {"prefix", "suffix", "middle"}
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    result = await client.complete(request(candidates=3))
    assert result.guarantee == "file"
    assert result.problem is None
    assert result.candidates
    for candidate in result.candidates:
        compile(LEFT + candidate.text + ")\n", "completed", "exec")
        assert candidate.score <= 0
    assert {"quotient", "prompt", "model", "engine", "total"} <= set(result.seconds)
    assert sum(result.seconds[part] for part in ("prompt", "model")) <= result.seconds["total"]


async def test_equal_requests_have_equal_answers(started: ModelClient) -> None:
    first, second = [await started.complete(request()) for _ in range(2)]
    assert [(one.text, one.tokens, one.ended) for one in second.candidates] == [
        (one.text, one.tokens, one.ended) for one in first.candidates
    ]
    # The second prompt is in the cache; what is summed in another order differs by its rounding.
    scores = [one.score for one in first.candidates]
    assert [one.score for one in second.candidates] == pytest.approx(scores, abs=1e-3)


BROKEN = ("def f(:\n    x = ", "\n")
HOPELESS = ("x = 1\ny = ) + ", "\n")


@pytest.mark.parametrize(
    ("contexts", "guarantee"), [(BROKEN, "file"), (HOPELESS, "file"), (HOPELESS, "region")]
)
async def test_nothing_is_completed_where_nothing_can_be_promised(
    started: ModelClient, contexts: tuple[str, str], guarantee: str
) -> None:
    result = await started.complete(request(*contexts, guarantee=guarantee))
    assert result.candidates == []
    assert (result.guarantee, result.absent) == ("none", [])
    assert result.problem is not None


async def test_a_file_that_is_broken_elsewhere_is_completed_without_its_broken_lines(
    started: ModelClient,
) -> None:
    result = await started.complete(request(*BROKEN))
    assert (result.guarantee, result.absent, result.problem) == ("region", [1], None)
    for candidate in result.candidates:
        compile(f"def f():\n    x = {candidate.text}\n", "completed", "exec")
    assert result.candidates


async def test_a_version_has_its_own_language(started: ModelClient) -> None:
    for version, guarantee in (("3.9", "none"), ("3.10", "file")):
        right = ":\n    case 1:\n        pass\n"
        result = await started.complete(request("match ", right, guarantee="file", version=version))
        assert result.guarantee == guarantee


async def test_without_a_filter_nothing_is_promised(started: ModelClient) -> None:
    result = await started.complete(request("def f(:\n    x = ", "\n", guarantee="off"))
    assert result.candidates
    assert result.guarantee == "none"


async def test_refusals_are_explained(started: ModelClient) -> None:
    """The right side closes brackets that only the middle can open, as no model opens them by itself."""
    result = await started.complete(request("x = ", ")}]})]\n", explain=True))
    assert result.tokens_refused > 0
    assert result.refused
    assert all(refusal.at >= 0 for refusal in result.refused)
    assert result.refused[0].expected


async def test_a_version_can_be_prepared(started: ModelClient) -> None:
    await started.prepare("python", "3.12")
    result = await started.complete(request(version="3.12"))
    assert result.guarantee == "file"
    # Building takes some tenths of a second.
    assert result.seconds["quotient"] < 0.1
    for language, version in (("klingon", None), ("python", "3.7")):
        with pytest.raises(ModelError, match=version or language):
            await started.prepare(language, version)
    assert await answers(started)


async def test_an_unknown_language(started: ModelClient) -> None:
    with pytest.raises(ModelError, match="klingon"):
        await started.complete(CompletionRequest("klingon", "", "", "test"))
    assert await answers(started)


LARGEST = 36_000_000
"""The most bytes of the starter model, which every installation has."""


async def test_the_starter_model_is_the_default(client: ModelClient) -> None:
    info = await client.start(ModelSettings())
    assert info.path == STARTER
    assert info.size_bytes <= LARGEST


def a_text_file(path: Path) -> None:
    path.write_text("print('hello')\n" * 100)


def a_truncated_model(path: Path) -> None:
    path.write_bytes(STARTER.read_bytes()[:1_000_000])


def a_model_without_markers(path: Path) -> None:
    without_fim(STARTER, path)


def nothing(path: Path) -> None:
    assert not path.exists()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (nothing, "there is no model file"),
        (os.mkdir, "is a folder"),
        (a_text_file, "is not a GGUF model file"),
        (a_truncated_model, "is not a whole model file"),
        (a_model_without_markers, "no fill-in-the-middle tokens"),
    ],
)
async def test_a_bad_model_is_named(
    client: ModelClient, tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "model.gguf"
    make(path)
    with pytest.raises(ModelError, match=words) as raised:
        await client.start(ModelSettings(path))
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)
    assert client.pid is None


async def test_a_model_without_markers_is_used_where_that_is_wanted(
    client: ModelClient, tmp_path: Path
) -> None:
    info = await client.start(ModelSettings(without_fim(STARTER, tmp_path / "plain.gguf"), without_fim=True))
    assert (info.fim, info.fim_order) == ({}, "none")
    result = await client.complete(request())
    assert result.guarantee == "file"
    for candidate in result.candidates:
        compile(LEFT + candidate.text + ")\n", "completed", "exec")


async def test_other_files_are_taken(started: ModelClient) -> None:
    files = (OtherFile("lib.py", "def helper():\n    pass\n"),)
    for other_files in ((), files, files, files * 2, ()):
        result = await started.complete(request(path="main.py", other_files=other_files))
        assert result.guarantee == "file"


async def test_after_a_bad_model_requests_fail_alike_and_another_can_be_started(
    client: ModelClient, tmp_path: Path
) -> None:
    path = tmp_path / "missing.gguf"
    for attempt in (client.start(ModelSettings(path)), client.complete(request())):
        with pytest.raises(ModelError, match="there is no model file"):
            await attempt
    await client.start(SETTINGS)
    assert await answers(client)


async def test_no_model_was_started(client: ModelClient) -> None:
    with pytest.raises(ModelError, match="no model is loaded"):
        await client.complete(request())


async def test_another_model_takes_the_place_of_the_first(client: ModelClient) -> None:
    await client.start(SETTINGS)
    first = client.pid
    info = await client.start(ModelSettings(STARTER, context_size=256))
    assert info.context_size == 256
    assert first is not None
    assert await gone(first)
    assert await answers(client)


async def test_a_crash_fails_the_request_and_the_next_one_starts_anew(client: ModelClient) -> None:
    await client.start(SETTINGS)
    first = client.pid
    assert first is not None
    # Stopped, so that the work cannot be done before the crash.
    os.kill(first, signal.SIGSTOP)
    work = asyncio.ensure_future(client.complete(request(guarantee="off", max_tokens=200, stop="block")))
    await asyncio.sleep(0.01)
    os.kill(first, signal.SIGSEGV)
    os.kill(first, signal.SIGCONT)
    with pytest.raises(ModelError, match=r"ended unexpectedly \(SIGSEGV"):
        await work
    assert await answers(client)
    assert client.pid not in (None, first)


async def test_a_crash_between_requests_is_not_noticed(client: ModelClient) -> None:
    await client.start(SETTINGS)
    first = client.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert await gone(first)
    await asyncio.sleep(0.1)
    assert await answers(client)


async def crash(client: ModelClient) -> None:
    """Have the worker crash, and wait until its client knows."""
    connection = client._connection
    assert connection is not None
    os.kill(connection.pid, signal.SIGKILL)
    await asyncio.gather(*connection._tasks)
    assert client.pid is None


async def test_a_model_that_keeps_crashing_is_given_up(client: ModelClient) -> None:
    client._restarts = Restarts(most=3, first_pause=0.01)
    await client.start(SETTINGS)
    for _ in range(2):
        await crash(client)
        assert await answers(client)
    await crash(client)
    for _ in range(2):
        with pytest.raises(ModelError, match="crashed 3 times within 3 minutes, so it is not used any more"):
            await answers(client)
        assert client.given_up
        assert client.pid is None
    await client.start(SETTINGS)
    assert not client.given_up
    assert await answers(client)


async def test_a_restart_waits_after_repeated_crashes(client: ModelClient) -> None:
    client._restarts = Restarts(first_pause=0.5)
    await client.start(SETTINGS)
    await crash(client)
    assert await answers(client)
    await crash(client)
    work = asyncio.ensure_future(answers(client))
    await asyncio.sleep(0.1)
    assert client.pid is None
    assert await work


async def test_a_model_that_needs_too_much_memory(client: ModelClient) -> None:
    with pytest.raises(ModelError, match=r"model\.memoryLimitMb"):
        await client.start(ModelSettings(STARTER, memory_limit=32))
    await client.start(SETTINGS)
    assert await answers(client)


async def test_cancelling_ends_the_work(started: ModelClient) -> None:
    """The process is the same afterwards: it listened, and was not killed."""
    before = started.pid
    long = request(guarantee="off", max_tokens=250, stop="end", candidates=400)
    for delay in (0.0, 0.005, 0.05, 0.2):
        work = asyncio.ensure_future(started.complete(long))
        await asyncio.sleep(delay)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        since = time.monotonic()
        assert await answers(started)
        assert time.monotonic() - since < 5
    assert started.pid == before


async def test_cancelling_one_that_waits_leaves_the_one_at_work(started: ModelClient) -> None:
    first = asyncio.ensure_future(started.complete(request(guarantee="off", candidates=3)))
    second = asyncio.ensure_future(started.complete(request(guarantee="off")))
    await asyncio.sleep(0)
    second.cancel()
    assert (await first).candidates
    with pytest.raises(asyncio.CancelledError):
        await second
    assert await answers(started)


async def test_the_time_budget_holds(started: ModelClient) -> None:
    result = await started.complete(request(guarantee="off", max_seconds=0.0))
    assert result.candidates == []


async def test_closing_ends_the_process_and_what_waits_for_it(client: ModelClient) -> None:
    await client.start(SETTINGS)
    pid = client.pid
    assert pid is not None
    work = asyncio.ensure_future(
        client.complete(request(guarantee="off", max_tokens=250, stop="block", candidates=50))
    )
    await asyncio.sleep(0.01)
    await client.close()
    with pytest.raises(ModelError, match="closed"):
        await work
    assert not is_alive(pid)


async def test_the_process_ends_with_its_client() -> None:
    code = (
        "import asyncio, os\n"
        "from pathlib import Path\n"
        "from quoin.engine.model import ModelClient, ModelSettings\n"
        "async def main():\n"
        "    client = ModelClient()\n"
        f"    await client.start(ModelSettings(Path({str(STARTER)!r})))\n"
        "    print(client.pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert await gone(int(done.stdout))


async def test_modules_in_the_working_folder_do_not_take_the_place_of_ours(
    client: ModelClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("numpy", "queue", "llama_cpp", "engine"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken')\n")
    monkeypatch.chdir(tmp_path)
    await client.start(SETTINGS)
    assert await answers(client)


async def test_what_libraries_print_does_not_reach_the_messages() -> None:
    code = (
        "import os\n"
        "from quoin.engine.model.ipc.channel import Pipes\n"
        "pipes = Pipes()\n"
        "os.write(1, b'from a library'); print('from python', flush=True)\n"
        "pipes.send({'kind': 'progress', 'value': 1.0})\n"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, check=True
    )
    assert done.stdout == encode({"kind": "progress", "value": 1.0})
    assert b"from a library" in done.stderr
    assert b"from python" in done.stderr
