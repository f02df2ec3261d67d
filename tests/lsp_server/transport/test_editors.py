"""Sessions as editors have them, with the capabilities that they send today and the real server.

`clients/` holds what `vim.lsp.protocol.make_client_capabilities()` gives in Neovim 0.12.4, what
vscode-languageclient 11 sends for the extension, and `lsp--client-capabilities` in lsp-mode 10.
"""

from __future__ import annotations

import ast
import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quoin.lsp_server.documents.positions import Encoding, split_lines, units
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from quoin.lsp_server.harness.client import Client, ResponseError
from quoin.lsp_server.settings.options import REPORT

if TYPE_CHECKING:
    from tests.lsp_server.conftest import Start

CLIENTS = Path(__file__).with_name("clients")
EDITORS = [
    ("neovim-0.12.4", Encoding.UTF8),
    ("vscode-languageclient-11", Encoding.UTF16),
    ("emacs-lsp-mode-10", Encoding.UTF32),
]
OPTIONS = {"maxLatencyMs": 60_000, "trusted": True, "reports": True, "minConfidence": 0}
INVOKED, AUTOMATIC = 1, 2


@dataclass
class Editor:
    """An open document, kept like the server's, and requests at its end or elsewhere."""

    client: Client
    buffer: TextBuffer
    uri: str
    version: int = 1

    @classmethod
    def open(cls, client: Client, encoding: Encoding, text: str, uri: str = "file:///p/a.py") -> Editor:
        client.open(uri, text)
        return cls(client, TextBuffer(text, encoding), uri)

    def place(self, marked: str) -> Point:
        """Where the text that stands before the mark `█` ends."""
        lines = split_lines(marked.split("█", maxsplit=1)[0])
        return self.buffer.clamp(Point(len(lines) - 1, 0))._replace(column=self._column(lines[-1]))

    def _column(self, text: str) -> int:
        return units(text, self.buffer.encoding)

    def write(self, at: Point, text: str) -> Point:
        """Insert text; gives the place after it."""
        return self._replace(at, at, text)

    def accept(self, item: dict[str, Any]) -> None:
        """Write a completion where its range says."""
        start, end = (Point(edge["line"], edge["character"]) for edge in item["range"].values())
        self._replace(start, end, item["insertText"])

    def _replace(self, start: Point, end: Point, text: str) -> Point:
        self.version += 1
        edges = ("start", start), ("end", end)
        span = {name: {"line": edge.line, "character": edge.column} for name, edge in edges}
        change = {"range": span, "text": text}
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self.buffer.replace(start, end, text)
        after = self.buffer.end_of(start, text)
        assert after is not None
        return after

    def begin(self, at: Point, kind: int = AUTOMATIC) -> tuple[int, asyncio.Future[Any]]:
        params = {
            "textDocument": {"uri": self.uri},
            "position": {"line": at.line, "character": at.column},
            "context": {"triggerKind": kind},
        }
        return self.client.begin("textDocument/inlineCompletion", params)

    async def ask(self, at: Point, kind: int = AUTOMATIC) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = await asyncio.wait_for(self.begin(at, kind)[1], 60)
        return items


def capabilities(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CLIENTS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def asked_of_the_model(client: Client) -> int:
    return sum(bool(report["seconds"]) for report in client.notifications[REPORT])


TEXTS = ["def area(width, height):\n    return █\n", "x = {'é': 1, '😀': █}\n", "s = 'é😀'; t = [█\n]\n"]


@pytest.mark.parametrize(("name", "encoding"), EDITORS)
async def test_completions_land_where_the_editor_counts(raw: Client, name: str, encoding: Encoding) -> None:
    answer = await raw.initialize(OPTIONS, capabilities=capabilities(name))
    assert answer["capabilities"]["positionEncoding"] == encoding.value
    assert answer["capabilities"]["inlineCompletionProvider"] == {}
    for number, marked in enumerate(TEXTS):
        editor = Editor.open(raw, encoding, marked.replace("█", ""), f"file:///p/{number}.py")
        at = editor.place(marked)
        (item,) = await editor.ask(at, INVOKED)
        assert item["range"]["start"] == {"line": at.line, "character": at.column}
        # The closing sign after the cursor may be replaced: it is one character in every encoding.
        signs = 0 if number == 0 else 1
        assert item["range"]["end"]["line"] == at.line
        assert item["range"]["end"]["character"] - at.column in {0, signs}
        editor.accept(item)
        ast.parse(editor.buffer.text)
    assert await raw.stop() == 0


@pytest.mark.parametrize(("name", "encoding"), EDITORS)
async def test_a_burst_of_keys_with_a_request_at_each(start: Start, name: str, encoding: Encoding) -> None:
    client = await start({**OPTIONS, "debounceMs": 500}, capabilities=capabilities(name))
    editor = Editor.open(client, encoding, "x = '😀é'\n\n")
    at = Point(1, 0)
    answers = []
    for key in "import s":
        at = editor.write(at, key)
        answers.append(editor.begin(at)[1])
    *earlier, last = await asyncio.gather(*answers)
    assert earlier == [[]] * len(earlier)
    assert isinstance(last, list)
    assert len(last) == 1
    assert asked_of_the_model(client) == 1
    editor.accept(last[0])
    ast.parse(editor.buffer.text)


async def test_typing_along_a_completion_asks_the_model_once(start: Start) -> None:
    client = await start(OPTIONS)
    editor = Editor.open(client, Encoding.UTF16, "é = '😀'\ndef area(width, height):\n    return \n")
    at = Point(2, 11)
    (item,) = await editor.ask(at)
    text = item["insertText"]
    for place in range(1, len(text)):
        at = editor.write(at, text[place - 1])
        (rest,) = await editor.ask(at)
        assert (rest["insertText"], rest["command"]) == (text[place:], item["command"])
        assert rest["range"]["start"] == {"line": at.line, "character": at.column}
    assert len(text) > 2
    assert asked_of_the_model(client) == 1


async def test_the_next_completion_is_found_when_one_is_accepted(start: Start) -> None:
    client = await start({**OPTIONS, "reports": False, "status": True})
    editor = Editor.open(client, Encoding.UTF16, "import os\n\n\ndef area(width, height):\n    return \n")
    (item,) = await editor.ask(Point(4, 11), INVOKED)
    editor.accept(item)

    def thought() -> int:
        return sum(status["state"] == "thinking" for status in client.notifications["quoin/status"])

    assert thought() == 1
    params = {"command": item["command"]["command"], "arguments": item["command"]["arguments"]}
    await client.request("workspace/executeCommand", params)
    await client.heard(lambda: thought() == 2)


def cancelled(answer: object) -> bool:
    return isinstance(answer, ResponseError) and answer.code == -32800


async def test_keys_that_cancel_what_they_asked_for(start: Start) -> None:
    client = await start(OPTIONS, capabilities=capabilities("vscode-languageclient-11"))
    editor = Editor.open(client, Encoding.UTF16, "\n")
    at = Point(0, 0)
    answers: list[tuple[int, asyncio.Future[Any]]] = []
    for key in "value = (":
        if answers:
            client.notify("$/cancelRequest", {"id": answers[-1][0]})
        at = editor.write(at, key)
        answers.append(editor.begin(at))
        await asyncio.sleep(0.02)
    *earlier, last = await asyncio.wait_for(
        asyncio.gather(*(answer for _, answer in answers), return_exceptions=True), 60
    )
    # An answer that the edit had ended already is empty, any other is the error for what was cancelled.
    assert all(answer == [] or cancelled(answer) for answer in earlier)
    assert isinstance(last, list)
    assert len(last) == 1


async def test_editors_at_once_with_a_server_each(start: Start) -> None:
    async def session(name: str, encoding: Encoding) -> str:
        client = await start(OPTIONS, capabilities=capabilities(name))
        editor = Editor.open(client, encoding, TEXTS[1].replace("█", ""))
        at = editor.place(TEXTS[1])
        (item,) = await editor.ask(at)
        editor.accept(item)
        return editor.buffer.text

    texts = await asyncio.gather(*(session(*editor) for editor in EDITORS))
    assert len(set(texts)) == 1
    ast.parse(texts[0])


async def test_a_server_that_was_killed_is_replaced(start: Start) -> None:
    first = await start(OPTIONS, capabilities=capabilities("vscode-languageclient-11"))
    editor = Editor.open(first, Encoding.UTF16, TEXTS[0].replace("█", ""))
    _, answer = editor.begin(Point(1, 11))
    await first.kill()
    with pytest.raises(Exception, match="ended without an answer"):
        await answer
    second = await start(OPTIONS, capabilities=capabilities("vscode-languageclient-11"))
    again = Editor.open(second, Encoding.UTF16, editor.buffer.text)
    assert len(await again.ask(Point(1, 11))) == 1
    assert await second.stop() == 0


LIMITS = [
    ({"maxLines": 1, "stop": "block"}, "def f(xs):\n    for x in xs:\n        █\n"),
    ({"stop": "auto"}, "if a:\n    █\n"),
    ({"context.leftLines": 1, "context.rightLines": 1}, "import os\n\nx = [█\n]\n"),
]


@pytest.mark.parametrize(("settings", "marked"), LIMITS)
async def test_limits(start: Start, settings: dict[str, Any], marked: str) -> None:
    client = await start({**OPTIONS, **settings})
    editor = Editor.open(client, Encoding.UTF16, marked.replace("█", ""))
    at = editor.place(marked)
    for item in await editor.ask(at):
        assert item["insertText"].count("\n") < settings.get("maxLines", 100)
        editor.accept(item)
        ast.parse(editor.buffer.text)


PLACES = [
    ("x = 1  # the █\n", "comment"),
    ("x = 'the █'\n", "string"),
    ('def f():\n    """The █\n    """\n', "string"),
    ("x = f'{█}'\n", "code"),
    ("x = █\n", "code"),
]


@pytest.mark.parametrize(("marked", "place"), PLACES)
async def test_nothing_comes_by_itself_in_comments_and_strings(start: Start, marked: str, place: str) -> None:
    client = await start(OPTIONS)
    editor = Editor.open(client, Encoding.UTF16, marked.replace("█", ""))
    await editor.ask(editor.place(marked))
    (report,) = client.notifications[REPORT]
    assert report["problem"] == (None if place == "code" else f"nothing is wanted in a {place}")


async def test_no_model_is_loaded_where_completions_are_off(start: Start) -> None:
    client = await start({**OPTIONS, "enable": False, "status": True})
    await client.heard(lambda: client.notifications["quoin/status"] != [])
    assert [status["state"] for status in client.notifications["quoin/status"]] == ["off"]
    editor = Editor.open(client, Encoding.UTF16, "x = \n")
    assert await editor.ask(Point(0, 4), INVOKED) == []
    client.configure({"enable": True})
    assert len(await editor.ask(Point(0, 4), INVOKED)) == 1
