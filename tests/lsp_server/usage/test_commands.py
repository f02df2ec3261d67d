"""The server's commands and what it says of itself, with the real server and the starter model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine.model import STARTER, ModelInfo
from quoin.lsp_server.harness.client import Client, ResponseError
from quoin.lsp_server.notifications.status import Status
from quoin.lsp_server.offer import below_empty_block
from quoin.lsp_server.usage.statistics import Statistics
from tests.engine.model.gguf.files import FIM_KEYS, rewrite, without_fim

if TYPE_CHECKING:
    from tests.lsp_server.conftest import Start

URI = "file:///project/a.py"
TEXT = "def area(width, height):\n    return \n"
UNHURRIED = {"maxLatencyMs": 60_000}
MODEL = ModelInfo(Path("m.gguf"), "m", "llama", 1, 1, 1, 1, 1, {}, "spm", 0.0)


async def command(client: Client, name: str, *arguments: object) -> Any:
    return await client.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})


async def completed(client: Client, uri: str = URI) -> dict[str, Any]:
    client.open(uri, TEXT)
    (item,) = await client.complete(uri, 1, 11)
    return item


async def test_commands_are_announced(raw: Client) -> None:
    answer = await raw.initialize()
    announced = answer["capabilities"]["executeCommandProvider"]["commands"]
    assert announced == [
        "quoin.accepted",
        "quoin.bindNext",
        "quoin.dismissed",
        "quoin.cursorRests",
        "quoin.stats",
        "quoin.statsReport",
        "quoin.firstSteps",
        "quoin.describeModel",
        "quoin.models",
        "quoin.getModel",
    ]


async def test_acceptance_is_counted_once_for_each_completion(start: Start, data_home: Path) -> None:
    client = await start(UNHURRIED)
    nothing = await command(client, "quoin.stats")
    assert (nothing["shown"], nothing["accepted"], nothing["byLanguage"]) == (0, 0, {})
    item = await completed(client)
    accept = item["command"]
    assert (accept["command"], accept["arguments"][1]) == ("quoin.accepted", "full")
    for _ in range(2):
        await command(client, accept["command"], *accept["arguments"])
    await command(client, "quoin.accepted", "no such completion", "full")
    for part, characters in (("word", 3), ("line", 2.0), ("word", 0)):
        await command(client, "quoin.accepted", accept["arguments"][0], part, characters)
    characters = len(item["insertText"]) + 5
    counts = {
        "shown": 1,
        "accepted": 1,
        "acceptedWords": 2,
        "acceptedLines": 1,
        "acceptedCharacters": characters,
        "keystrokesSaved": characters - 4,
    }
    stats = await command(client, "quoin.stats")
    since = stats.pop("since")
    assert len(since) == len("2000-01-01")
    assert stats.pop("milliseconds")["50"] > 0
    assert stats == {
        **counts,
        "byLanguage": {"python": counts},
        "byDay": {since: {"python": counts}},
        "heldBack": {},
        "file": str(data_home / "quoin" / "statistics"),
    }


async def test_counts_outlive_the_server_and_add_up_over_two(start: Start, data_home: Path) -> None:
    first, second = await start(UNHURRIED), await start(UNHURRIED)
    for client in (first, second):
        await completed(client)
    await first.stop()
    # The other one writes by itself, a moment later.
    for _ in range(100):
        if Statistics(data_home / "quoin" / "statistics").kept().total().shown == 2:
            break
        await asyncio.sleep(0.05)
    stats = await command(await start(), "quoin.stats")
    assert stats["shown"] == 2
    (file,) = (data_home / "quoin" / "statistics").glob("*.json")
    assert TEXT.split()[1] not in file.read_text()


HELD_BACK = [
    ("# the ar█\n", "the cursor is in a comment"),
    ("x = █ab\n", "the cursor stands directly before a word"),
    ("x = ]\ny = ] + █\n", "the file is broken elsewhere"),
]


@pytest.mark.parametrize(("marked", "words"), HELD_BACK)
async def test_what_is_held_back_is_counted_with_the_reason(start: Start, marked: str, words: str) -> None:
    client = await start(UNHURRIED)
    left, right = marked.split("█")
    client.open(URI, left + right)
    place = left.count("\n"), len(left.rpartition("\n")[2])
    assert await client.begin_completion(URI, *place, automatic=True)[1] == []
    assert (await command(client, "quoin.stats"))["heldBack"] == {words: 1}


@pytest.mark.parametrize(
    "settings", [{"enable": False}, {"trigger": "manual"}, {"languages": {"python": False}}]
)
async def test_what_is_switched_off_is_not_held_back(start: Start, settings: dict[str, Any]) -> None:
    client = await start({**UNHURRIED, **settings})
    client.open(URI, TEXT)
    assert await client.begin_completion(URI, 1, 11, automatic=True)[1] == []
    assert (await command(client, "quoin.stats"))["heldBack"] == {}


@pytest.mark.parametrize(("form", "begins"), [("html", "<!doctype html>"), ("text", "python: 1 shown")])
async def test_reports(start: Start, form: str, begins: str) -> None:
    client = await start(UNHURRIED)
    await completed(client)
    assert str(await command(client, "quoin.statsReport", form)).startswith(begins)
    with pytest.raises(ResponseError, match="argument 1 must be one of html, text"):
        await command(client, "quoin.statsReport", "pdf")


async def test_measuring_is_not_counted(start: Start) -> None:
    client = await start({**UNHURRIED, "reports": True})
    await completed(client)
    assert (await command(client, "quoin.stats"))["shown"] == 0


@pytest.mark.parametrize("arguments", [[], [5, "full"], None, ["7", "half"], ["7", "word", -1]])
async def test_arguments_that_are_none(start: Start, arguments: object) -> None:
    client = await start()
    with pytest.raises(ResponseError) as error:
        await client.request(
            "workspace/executeCommand", {"command": "quoin.accepted", "arguments": arguments}
        )
    assert error.value.code == -32602


async def test_a_model_file_is_described_without_loading_it(start: Start, tmp_path: Path) -> None:
    plain = without_fim(STARTER, tmp_path / "plain.gguf")
    spelled = rewrite(STARTER, tmp_path / "spelled.gguf", drop=tuple(FIM_KEYS))
    text = tmp_path / "text.gguf"
    text.write_bytes(b"this is no model")
    client = await start({"trusted": True})
    starter = await command(client, "quoin.describeModel", str(STARTER))
    assert starter["fim"] is True
    assert starter["problem"] is None
    assert starter["sizeBytes"] == STARTER.stat().st_size
    assert starter["name"]
    assert starter["architecture"]
    said = await command(client, "quoin.describeModel", str(plain))
    assert (said["name"], said["architecture"], said["fim"]) == (
        starter["name"],
        starter["architecture"],
        False,
    )
    assert "no fill-in-the-middle tokens" in said["problem"]
    assert (await command(client, "quoin.describeModel", str(spelled)))["fim"] is True
    for path, problem in [
        (str(text), f"{text} is not a GGUF model file"),
        (str(tmp_path / "missing.gguf"), f"there is no model file {tmp_path / 'missing.gguf'}"),
        ("missing.gguf", "the path must be an absolute path, or one that begins with ~"),
    ]:
        said = await command(client, "quoin.describeModel", path)
        assert (said["fim"], said["architecture"], said["problem"]) == (False, "", problem)


async def test_no_file_is_looked_at_for_a_workspace_that_is_not_trusted(start: Start) -> None:
    said = await command(await start(), "quoin.describeModel", str(STARTER))
    assert (said["sizeBytes"], said["fim"]) == (0, False)
    assert "trusted" in said["problem"]


def states(client: Client) -> list[str]:
    said = [status["state"] for status in client.notifications["quoin/status"]]
    return [state for place, state in enumerate(said) if state not in said[place - 1 : place]]


async def test_status_from_the_load_to_a_completion(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    await completed(client)
    await client.heard(lambda: states(client)[-2:] == ["thinking", "ready"])
    assert states(client) == ["loading", "ready", "thinking", "ready"]
    first, *_, last = client.notifications["quoin/status"]
    assert first == {
        "state": "loading",
        "progress": 0.0,
        "model": None,
        "guarantee": None,
        "reason": None,
        "remarks": [],
        "promise": None,
        "part": None,
        "document": None,
    }
    assert last["document"] == URI
    assert last["promise"].startswith("Python 3.8 to 3.14, exactly")
    assert last["guarantee"] == "file"
    assert (last["model"]["path"], last["model"]["sizeBytes"]) == (str(STARTER), STARTER.stat().st_size)


@pytest.mark.parametrize(
    ("file", "text"),
    [("A.java", "class A { int a = █ }\n"), ("a.swift", "let a = █\n")],
    ids=["own", "shared"],
)
async def test_ready_is_said_behind_the_preparation(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str
) -> None:
    """A cache folder that holds nothing, and keys that are cancelled all the time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    named = {"trusted": True, "model.path": str(STARTER), "minConfidence": 0}
    client = await start({**UNHURRIED, **named, "status": True})
    uri, language = f"file:///{file}", file.rpartition(".")[2]
    column = text.index("█")
    client.open(uri, text.replace("█", ""), language)
    said = client.notifications["quoin/status"]
    while "ready" not in states(client):
        number, answer = client.begin_completion(uri, 0, column)
        await asyncio.sleep(0.05)
        client.notify("$/cancelRequest", {"id": number})
        await asyncio.wait([answer])
        answer.exception()
    seen = states(client)
    assert seen[: seen.index("ready")] == ["loading"]
    messages = [status.get("message") for status in said if status["state"] == "loading"]
    assert messages[-1] == f"preparing {language}"
    assert list((tmp_path / "quoin" / "vocabularies").iterdir())
    assert await client.complete(uri, 0, column)


@pytest.mark.parametrize("waiters", [1, 2, 3])
def test_a_prepared_language_is_waited_for_by_nobody(waiters: int) -> None:
    """The first request that sees a language ready may think before the others have woken."""
    said: list[str] = []
    status = Status(lambda told: said.append(told["state"]))
    status.open()
    status.loaded(MODEL)
    for _ in range(waiters):
        status.begin_preparing("go")
    status.prepared("go")
    status.end_preparing("go")
    status.begin()
    status.end(None)
    for _ in range(waiters - 1):
        status.end_preparing("go")
    status.begin_preparing("go")
    status.end_preparing("go")
    assert said == ["ready", "loading", "ready", "thinking", "ready", "loading", "ready"]


async def test_status_of_a_model_that_cannot_be_used(start: Start, tmp_path: Path) -> None:
    missing = tmp_path / "missing.gguf"
    client = await start({"status": True, "trusted": True, "model.path": str(missing)})
    await client.heard(lambda: states(client)[-1:] == ["error"])
    last = client.notifications["quoin/status"][-1]
    assert (last["message"], last["model"]) == (f"there is no model file {missing}", None)
    client.configure({"model": {"path": ""}})
    await client.heard(lambda: states(client)[-1:] == ["ready"])


async def test_no_status_for_clients_that_do_not_ask(start: Start) -> None:
    client = await start(UNHURRIED)
    await completed(client)
    assert client.notifications["quoin/status"] == []


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("if (a) {\n    }", 1),
        ("if (a) {\r\n    }", 1),
        ("f(() => {\n});\n}", 2),
        ("f(() => {\n},\n);", 2),
        ("x = {};", 0),
        ("if (a) {\n    f();\n}", 0),
        ("if (a) {\n} else {\n}", 1),
        ("if (a) {\n}\nb", 0),
    ],
)
def test_the_user_goes_on_in_an_empty_block(text: str, below: int) -> None:
    assert below_empty_block(text) == below
    above = text.splitlines()[-1 - below]
    assert above.endswith("{") == bool(below)


async def test_a_client_is_told_how_far_up_the_empty_block_is(start: Start) -> None:
    client = await start(UNHURRIED)
    uri = "file:///project/names.js"
    client.open(uri, "const names = load()\nfor (const name of\n", language="javascript")
    (item,) = await client.begin_completion(uri, 1, 18, automatic=True)[1]
    assert item["insertText"] == " names) {\n}"
    assert item["command"]["arguments"][1:] == ["full", 1]
    await command(client, item["command"]["command"], *item["command"]["arguments"])
    assert (await command(client, "quoin.stats"))["accepted"] == 1
