"""Entries of the completion list from the real server and the starter model."""

from __future__ import annotations

import ast
import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest

from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from quoin.lsp_server.usage.statistics import Statistics
from tests.lsp_server.completion.test_completion import MARKED, URI, cut
from tests.lsp_server.completion.test_imports import LOADS
from tests.lsp_server.transport.test_editors import capabilities

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

UNHURRIED = {"maxLatencyMs": 60_000, "completionList.maxLatencyMs": 60_000, "minConfidence": 0}
INLINE: dict[str, Any] = {"textDocument": {"inlineCompletion": {}}}
INVOKED, TYPED, AGAIN = 1, 2, 3
AREA = "def area(width, height):\n    return █\n"


def begin(client: Client, at: Point, kind: int = INVOKED) -> tuple[int, asyncio.Future[Any]]:
    params = {
        "textDocument": {"uri": URI},
        "position": {"line": at.line, "character": at.column},
        "context": {"triggerKind": kind},
    }
    return client.begin("textDocument/completion", params)


async def ask(client: Client, marked: str, kind: int = INVOKED) -> list[dict[str, Any]]:
    text, at = cut(marked, Encoding.UTF16)
    client.open(URI, text)
    answer = await begin(client, at, kind)[1]
    assert answer["isIncomplete"] is True
    items: list[dict[str, Any]] = answer["items"]
    return items


def accepted(marked: str, item: dict[str, Any]) -> str:
    """The text after an editor has written an entry and its further edits."""
    buffer = TextBuffer(cut(marked, Encoding.UTF16)[0], Encoding.UTF16)
    for edit in [item["textEdit"], *item.get("additionalTextEdits", [])]:
        start, end = (Point(edge["line"], edge["character"]) for edge in edit["range"].values())
        buffer.replace(start, end, edit["newText"])
    return buffer.text


WORDS = [*MARKED, "def area(width, height):\n    return wi█\n", "import os\nprint(os.pa█)\n"]


async def test_what_an_entry_writes_makes_the_file_parse(start: Start) -> None:
    client = await start(UNHURRIED)
    for marked in WORDS:
        (item,) = await ask(client, marked)
        ast.parse(accepted(marked, item))
        _, at = cut(marked, Encoding.UTF16)
        span, typed = item["textEdit"]["range"], marked.split("█")[0].rpartition("\n")[2]
        # Editors show an entry if what stands in the range up to the cursor begins the text of its filter.
        assert span["end"] == {"line": at.line, "character": at.column}
        assert item["filterText"].startswith(typed[len(typed) - (at.column - span["start"]["character"]) :])
        assert item["label"] in item["documentation"]["value"]


ANNOUNCED = [
    ({}, {}, True),
    ({}, INLINE, False),
    ({"completionList": {"show": "always"}}, INLINE, True),
    ({"completionList": {"show": "never"}}, {}, False),
]


@pytest.mark.parametrize(("options", "has", "wanted"), ANNOUNCED)
async def test_the_list_is_for_editors_without_ghost_text(
    raw: Client, options: dict[str, Any], has: dict[str, Any], wanted: bool
) -> None:
    answer = await raw.initialize(options, capabilities=has)
    assert ("completionProvider" in answer["capabilities"]) == wanted
    if wanted:
        assert answer["capabilities"]["completionProvider"]["triggerCharacters"] == [" ", ".", "="]


async def test_an_editor_that_asks_for_ghost_text_gets_no_entries(start: Start) -> None:
    client = await start(UNHURRIED)
    assert len(await ask(client, AREA)) == 1
    await client.complete(URI, 1, 11)
    answer = await begin(client, Point(1, 11))[1]
    assert answer == {"isIncomplete": False, "items": []}


async def test_ghost_text_and_list_at_once(start: Start) -> None:
    client = await start({**UNHURRIED, "completionList.show": "always", "status": True}, capabilities=INLINE)
    text, at = cut(AREA, Encoding.UTF16)
    client.open(URI, text)
    ghost, listed = client.begin_completion(URI, at.line, at.column, automatic=True)[1], begin(client, at)[1]
    (item,), answer = await asyncio.gather(ghost, listed)
    assert [entry["textEdit"]["newText"] for entry in answer["items"]] == [item["insertText"]]


async def test_the_list_does_not_wait_for_a_slow_model(start: Start) -> None:
    client = await start({**UNHURRIED, "completionList.maxLatencyMs": 10, "debounceMs": 50, "status": True})
    assert await ask(client, AREA, TYPED) == []

    def reasons() -> list[str]:
        return [one["reason"] for one in client.notifications["quoin/status"]]

    told = "the completion list waits no longer than 10 ms (setting completionList.maxLatencyMs)"
    await client.heard(lambda: told in reasons())
    # What it has not waited for is remembered.
    for _ in range(600):
        answer = await begin(client, Point(1, 11), AGAIN)[1]
        if answer["items"]:
            break
        await asyncio.sleep(0.1)
    assert len(answer["items"]) == 1


async def test_the_model_is_not_asked_again_along_an_entry(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    (item,) = await ask(client, AREA)
    text = item["textEdit"]["newText"]
    place = {"line": 1, "character": 11}
    change = {"range": {"start": place, "end": place}, "text": text[:3]}
    document = {"uri": URI, "version": 2}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    answer = await begin(client, Point(1, 14), AGAIN)[1]
    # An entry replaces the word before the cursor, which is what was typed or its end.
    word = re.search(r"\w*$", text[:3])
    assert word is not None
    edges = {"start": {"line": 1, "character": 11 + word.start()}, "end": {"line": 1, "character": 14}}
    assert answer["items"][0]["textEdit"] == {"newText": text[word.start() :], "range": edges}
    assert sum(one["state"] == "thinking" for one in client.notifications["quoin/status"]) == 1


# A request without an edit before it, or long after it, is the user's own: it is answered in comments, too.
ASKED = [(INVOKED, None, 1), (INVOKED, 0.0, 0), (INVOKED, 1.2, 1), (TYPED, 1.2, 0), (AGAIN, None, 0)]


@pytest.mark.parametrize(("kind", "pause", "entries"), ASKED)
async def test_what_the_user_asks_for(start: Start, kind: int, pause: float | None, entries: int) -> None:
    client = await start(UNHURRIED)
    text = "# Compute the are of a rectangle.\n"
    client.open(URI, text)
    if pause is not None:
        whole = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": text}]}
        client.notify("textDocument/didChange", whole)
        await asyncio.sleep(pause)
    answer = await begin(client, Point(0, 20), kind)[1]
    assert len(answer["items"]) == entries


async def test_the_import_comes_with_the_entry(start: Start) -> None:
    client = await start(UNHURRIED)
    marked = LOADS.replace("js\n", "js█\n")
    (item,) = await ask(client, marked)
    assert "import json\n" in accepted(marked, item)
    assert "It adds `import json`." in item["documentation"]["value"]
    command = item["command"]
    await client.request(
        "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]}
    )
    await client.stop()
    assert not [method for method, _ in client.requests if method == "workspace/applyEdit"]


async def test_acceptance_is_counted(start: Start, data_home: Path) -> None:
    client = await start(UNHURRIED)
    (item,) = await ask(client, AREA)
    command = item["command"]
    for _ in range(2):
        await client.request(
            "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]}
        )
    await client.stop()
    kept = Statistics(data_home / "quoin" / "statistics").kept().total()
    assert (kept.shown, kept.accepted) == (1, 1)
    assert kept.accepted_characters == len(item["textEdit"]["newText"])


async def test_a_cancelled_request(start: Start) -> None:
    client = await start({**UNHURRIED, "debounceMs": 2000})
    text, at = cut(AREA, Encoding.UTF16)
    client.open(URI, text)
    number, answer = begin(client, at, TYPED)
    client.notify("$/cancelRequest", {"id": number})
    with pytest.raises(Exception, match="-32800"):
        await answer
    assert len(await ask(client, AREA)) == 1


FORMS = [("neovim-0.12.4", 2), ("vscode-languageclient-11", 1), ("emacs-lsp-mode-10", 1)]


@pytest.mark.parametrize(("name", "form"), FORMS)
async def test_lines_take_the_form_that_the_editor_writes(start: Start, name: str, form: int) -> None:
    options = {**UNHURRIED, "completionList.show": "always", "stop": "block", "maxTokens": 40}
    client = await start(options, capabilities=capabilities(name))
    (item,) = await ask(client, "def total(names):\n    for name in names:█\n")
    assert "\n" in item["textEdit"]["newText"]
    assert item["insertTextFormat"] == form
