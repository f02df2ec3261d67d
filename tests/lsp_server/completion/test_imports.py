"""A completion that reads a name of the library brings the import along, with the real server and model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.lsp_server.completion.test_completion import URI

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

UNHURRIED = {"maxLatencyMs": 60_000, "status": True}
EDITS = {"workspace": {"applyEdit": True}}
LOADS = '"""Settings."""\n\n\ndef load(path):\n    with open(path) as file:\n        return js\n'


async def edits(client: Client) -> list[dict[str, Any]]:
    await client.heard(lambda: any(method == "workspace/applyEdit" for method, _ in client.requests))
    return [params for method, params in client.requests if method == "workspace/applyEdit"]


async def completed(client: Client, text: str) -> dict[str, Any]:
    client.open(URI, text)
    line = text.count("\n") - 1
    (item,) = await client.complete(URI, line, len(text.splitlines()[-1]))
    return item


async def test_the_import_is_added_when_a_completion_is_accepted(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=EDITS)
    client.answers["workspace/applyEdit"] = {"applied": True}
    item = await completed(client, LOADS)
    assert "json.load" in f"js{item['insertText']}"
    assert "adds `import json`" in client.notifications["quoin/status"][-1]["remarks"]
    command = item["command"]
    await client.request(
        "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]}
    )
    (params,) = await edits(client)
    place = {"line": 2, "character": 0}
    edit = {"range": {"start": place, "end": place}, "newText": "import json\n\n"}
    assert params == {"label": "quoin: import", "edit": {"changes": {URI: [edit]}}}


async def test_the_import_is_added_when_its_name_is_accepted(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=EDITS)
    client.answers["workspace/applyEdit"] = {"applied": True}
    item = await completed(client, LOADS)
    offer = item["command"]["arguments"][0]
    assert item["insertText"].startswith("on.")
    for characters in (1, 1):
        assert not [method for method, _ in client.requests if method == "workspace/applyEdit"]
        await client.request(
            "workspace/executeCommand",
            {"command": "quoin.accepted", "arguments": [offer, "word", characters]},
        )
    (params,) = await edits(client)
    assert params["edit"]["changes"][URI][0]["newText"] == "import json\n\n"


async def test_what_is_said_belongs_to_what_is_shown(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=EDITS)
    item = await completed(client, LOADS)
    other = "file:///project/other.py"
    client.open(other, "def area(width, height):\n    return width * \n")
    await client.complete(other, 1, 19)
    assert client.notifications["quoin/status"][-1]["remarks"] == []
    (again,) = await client.complete(URI, LOADS.count("\n") - 1, 17)
    assert again["insertText"] == item["insertText"]
    assert client.notifications["quoin/status"][-1]["remarks"] == ["adds `import json`"]


async def test_the_import_of_a_name_that_was_typed(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=EDITS)
    await completed(client, LOADS.replace("js\n", "json.\n"))
    assert "adds `import json`" in client.notifications["quoin/status"][-1]["remarks"]


@pytest.mark.parametrize(
    ("options", "capabilities"),
    [(UNHURRIED, {}), ({**UNHURRIED, "imports": False}, EDITS), ({**UNHURRIED, "names": "strict"}, EDITS)],
)
async def test_no_import_is_promised(
    start: Start, options: dict[str, Any], capabilities: dict[str, Any]
) -> None:
    client = await start(options, capabilities=capabilities)
    client.open(URI, LOADS)
    await client.complete(URI, LOADS.count("\n") - 1, 17)
    told = client.notifications["quoin/status"]
    assert not any("adds" in remark for one in told for remark in one["remarks"])
