"""Completions from the real server and the starter model: what is inserted makes the file parse."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.lsp_server.documents.positions import Encoding, split_lines, units
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from quoin.lsp_server.harness.client import Client, ResponseError
from quoin.lsp_server.settings.options import REPORT
from tests.support.processes import children

if TYPE_CHECKING:
    from tests.lsp_server.conftest import Start

URI = "file:///project/a.py"
CURSOR = "█"
UNHURRIED = {"maxLatencyMs": 60_000}
ENCODINGS = list(Encoding)
SPOILT = "x = ]"
BROKEN = f"{SPOILT}\ny = █\n"
HOPELESS = "x = 1\ny = ] + █\n"


def cut(marked: str, encoding: Encoding) -> tuple[str, Point]:
    """Text without the cursor's mark, and where the cursor is."""
    left, right = marked.split(CURSOR)
    lines = split_lines(left)
    return left + right, Point(len(lines) - 1, units(lines[-1], encoding))


def inserted(text: str, item: dict[str, Any], encoding: Encoding) -> str:
    buffer = TextBuffer(text, encoding)
    edges = (item["range"]["start"], item["range"]["end"])
    start, end = (Point(edge["line"], edge["character"]) for edge in edges)
    buffer.replace(start, end, item["insertText"])
    return buffer.text


async def ask(
    client: Client, marked: str, encoding: Encoding = Encoding.UTF16, language: str = "python"
) -> list[str]:
    """Open a text and give the whole texts that the server's completions make of it."""
    text, at = cut(marked, encoding)
    client.open(URI, text, language)
    items = await client.complete(URI, at.line, at.column)
    return [inserted(text, item, encoding) for item in items]


MARKED = [
    "def area(width, height):\n    return █\n",
    "import os\n\nfolder = '.'\nfor name in os.listdir(█):\n    print(name)\n",
    "x = {'é': 1, '😀': █}\n",
    "s = 'é😀'; t = [█\n]\n",
    "if a:\r\n    b = █\r\nelse:\r\n    c\r\n",
    "x = '''\x0c\u2028'''; y = (█)\n",
]


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_what_is_inserted_makes_the_file_parse(start: Start, encoding: Encoding) -> None:
    client = await start(UNHURRIED, capabilities={"general": {"positionEncodings": [encoding.value]}})
    for marked in MARKED:
        texts = await ask(client, marked, encoding)
        assert texts, marked
        for text in texts:
            ast.parse(text)
    assert await client.stop() == 0


async def test_several_candidates_differ_and_all_fit(start: Start) -> None:
    client = await start({**UNHURRIED, "candidates": 3, "stop": "line"})
    texts = await ask(client, MARKED[0])
    assert 1 < len(texts) == len(set(texts)) <= 3
    for text in texts:
        ast.parse(text)


NOTHING = [
    ("plain text █\n", "plaintext"),
    (MARKED[0], "cobol"),
    (HOPELESS, "python"),
]


async def test_an_empty_list_where_there_is_nothing_to_say(start: Start) -> None:
    client = await start(UNHURRIED)
    for marked, language in NOTHING:
        assert await ask(client, marked, language=language) == []
    assert await client.complete(URI, 99, 0) == []
    client.close(URI)
    assert await client.complete(URI, 0, 0) == []
    assert await client.complete("file:///never/opened.py", 0, 0) == []
    assert len([line for line in client.log if "no completion: " in line]) == len(NOTHING) + 3
    assert await ask(client, MARKED[0]) != []


async def test_edits_are_followed(start: Start) -> None:
    client = await start(UNHURRIED)
    client.open(URI, "é = [\n]\n")
    buffer = TextBuffer("é = [\n]\n", Encoding.UTF16)
    edits = [
        (Point(0, 5), Point(0, 5), "😀"),
        (Point(0, 7), Point(0, 5), ""),
        (Point(1, 1), Point(9, 9), "\r\nprint(é, )"),
        (Point(0, 99), Point(0, 99), "\x0c"),
    ]
    for version, (start_, end, text) in enumerate(edits, 2):
        edges = {
            edge: {"line": point.line, "character": point.column}
            for edge, point in (("start", start_), ("end", end))
        }
        changes = {
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [{"range": edges, "text": text}],
        }
        client.notify("textDocument/didChange", changes)
        buffer.replace(start_, end, text)
    at = Point(2, len("print(é, "))
    items = await client.complete(URI, at.line, at.column)
    assert items[0]["range"]["start"] == {"line": at.line, "character": at.column}
    ast.parse(inserted(buffer.text, items[0], Encoding.UTF16))


async def test_the_entry_selected_in_the_editors_list_comes_first(start: Start) -> None:
    client = await start(UNHURRIED)
    client.open(URI, "import os\nos.lis\n")
    span = {"start": {"line": 1, "character": 3}, "end": {"line": 1, "character": 6}}
    params = {
        "textDocument": {"uri": URI},
        "position": {"line": 1, "character": 6},
        "context": {"triggerKind": 1, "selectedCompletionInfo": {"range": span, "text": "listdir"}},
    }
    for item in await client.request("textDocument/inlineCompletion", params):
        assert item["range"] == span
        assert item["insertText"].startswith("listdir")
        ast.parse(inserted("import os\nos.lis\n", item, Encoding.UTF16))


async def test_reports_on_request(start: Start) -> None:
    client = await start({**UNHURRIED, "reports": True})
    await ask(client, MARKED[0])
    await ask(client, HOPELESS)
    good, broken = client.notifications[REPORT]
    assert (good["guarantee"], good["absent"]) == ("file", [])
    assert good["problem"] is None
    assert good["candidates"] >= 1
    assert good["tokens"] > 0
    assert set(good["seconds"]) == {"quotient", "prompt", "model", "engine", "total", "server"}
    assert good["seconds"]["server"] >= good["seconds"]["total"] > 0
    assert broken["problem"] is not None
    assert broken["candidates"] == 0


MATCH = "match x:\n    case █:\n        pass\n"


async def test_the_version_of_python(start: Start, tmp_path: Path) -> None:
    client = await start({**UNHURRIED, "guarantee": "file", "python": {"version": "3.9"}})
    assert await ask(client, MATCH) == []
    client.configure({"python.version": "3.10"})
    assert await ask(client, MATCH) != []
    client.configure({"python.version": ""})
    assert await ask(client, MATCH) != []
    (tmp_path / ".python-version").write_text("3.8.18\n")
    text, at = cut(MATCH, Encoding.UTF16)
    uri = (tmp_path / "inner.py").as_uri()
    client.open(uri, text)
    assert await client.complete(uri, at.line, at.column) == []
    assert any("python 3.8, as the workspace says" in line for line in client.log)


async def test_a_version_is_built_before_the_first_completion(start: Start) -> None:
    client = await start({**UNHURRIED, "reports": True, "python.version": "3.9"})
    await ask(client, MARKED[0])
    # Building takes some tenths of a second.
    assert client.notifications[REPORT][0]["seconds"]["quotient"] < 0.1


async def test_what_holds_in_a_broken_file_is_said(start: Start) -> None:
    client = await start({**UNHURRIED, "reports": True})
    for text in await ask(client, BROKEN):
        ast.parse(text.replace(SPOILT, "pass"))
    assert client.notifications[REPORT][0]["guarantee"] == "region"
    assert client.notifications[REPORT][0]["absent"] == [1]
    await client.heard(lambda: any("completed in a broken file" in line for line in client.log), 5)
    assert any("taken as absent: line 1" in line for line in client.log)
    assert not any(SPOILT in line for line in client.log)
    client.configure({"guarantee": "file"})
    assert await ask(client, BROKEN) == []


async def test_without_the_guarantee_the_report_says_so(start: Start) -> None:
    client = await start({**UNHURRIED, "reports": True, "guarantee": "off"})
    await ask(client, MARKED[0])
    assert client.notifications[REPORT][0]["guarantee"] == "none"


@pytest.mark.parametrize("after", [0.0, 0.002, 0.02, 0.1])
async def test_a_cancelled_request_is_answered_at_once(start: Start, after: float) -> None:
    client = await start({**UNHURRIED, "maxTokens": 4096, "stop": "block"})
    await ask(client, MARKED[0])
    client.open(URI, "x = [\n" + "    'item',\n" * 200_000 + "]\n")
    number, answer = client.begin_completion(URI, 100_000, 4)
    await asyncio.sleep(after)
    client.notify("$/cancelRequest", {"id": number})
    with pytest.raises(ResponseError) as error:
        await asyncio.wait_for(answer, 5)
    assert error.value.code == -32800
    assert await ask(client, MARKED[0]) != []


async def test_the_newest_request_of_a_document_wins(start: Start) -> None:
    client = await start(UNHURRIED)
    text, at = cut(MARKED[0], Encoding.UTF16)
    client.open(URI, text)
    answers = [client.begin_completion(URI, at.line, at.column)[1] for _ in range(5)]
    items = await asyncio.gather(*answers)
    assert items[:-1] == [[]] * 4
    assert len(items[-1]) == 1


async def test_an_edit_ends_the_request_before_it(start: Start) -> None:
    client = await start(UNHURRIED)
    text, at = cut(MARKED[0], Encoding.UTF16)
    client.open(URI, text)
    _, answer = client.begin_completion(URI, at.line, at.column)
    changes = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "y = 1\n"}]}
    client.notify("textDocument/didChange", changes)
    assert await answer == []


def errors(client: Client) -> list[str]:
    return [one["message"] for one in client.notifications["window/showMessage"] if one["type"] == 1]


@pytest.mark.parametrize(
    "content", [None, b"", b"not a model\n" * 100, b"GGUF\x03\x00\x00\x00" + b"\xff" * 500]
)
async def test_a_broken_model_is_told_once_and_the_server_goes_on(
    start: Start, tmp_path: Path, content: bytes | None
) -> None:
    model = tmp_path / "model.gguf"
    if content is not None:
        model.write_bytes(content)
    client = await start({**UNHURRIED, "trusted": True, "model.path": str(model)})
    assert await ask(client, MARKED[0]) == []
    assert await ask(client, MARKED[0]) == []
    (message,) = errors(client)
    assert str(model) in message
    assert "\n" not in message
    client.configure({"model": {"path": None}})
    assert await ask(client, MARKED[0]) != []
    assert await client.stop() == 0
    assert not any("Traceback" in line for line in client.log)


async def test_a_workspace_that_is_not_trusted_names_no_model(start: Start, tmp_path: Path) -> None:
    client = await start({**UNHURRIED, "model.path": str(tmp_path / "missing.gguf")})
    assert await ask(client, MARKED[0]) != []
    assert errors(client) == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to find the model's process")
async def test_a_model_that_dies_is_started_again(start: Start) -> None:
    client = await start({**UNHURRIED, "cache.entries": 0})
    assert await ask(client, MARKED[0]) != []
    worker = children(client.process.pid)[0]
    os.kill(worker, signal.SIGKILL)
    await ask(client, MARKED[0])
    assert await ask(client, MARKED[0]) != []
    assert worker not in children(client.process.pid)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to find the model's process")
async def test_the_models_process_ends_with_a_server_that_is_killed(start: Start) -> None:
    client = await start(UNHURRIED)
    assert await ask(client, MARKED[0]) != []
    worker = children(client.process.pid)[0]
    await client.kill()
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists() or b") Z" in Path(f"/proc/{worker}/stat").read_bytes():
            return
        await asyncio.sleep(0.1)
    pytest.fail("the model's process outlives its server")


async def test_progress_of_the_load(start: Start) -> None:
    client = await start(capabilities={"window": {"workDoneProgress": True}})

    def reports() -> list[dict[str, Any]]:
        return [report["value"] for report in client.notifications["$/progress"]]

    await client.heard(lambda: bool(reports()) and reports()[-1]["kind"] == "end")
    kinds = [report["kind"] for report in reports()]
    assert kinds == ["begin", *["report"] * (len(kinds) - 2), "end"]
    shares = [report["percentage"] for report in reports() if report["kind"] == "report"]
    assert shares == sorted(set(shares))
    assert all(0 <= share <= 100 for share in shares)


LACKING = "def mean(xs):\n    █\n    return total / count\n"


async def test_what_the_rest_of_the_function_lacks_is_bound_when_asked_for(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    text, at = cut(LACKING, Encoding.UTF16)
    client.open(URI, text)
    await client.request("workspace/executeCommand", {"command": "quoin.bindNext", "arguments": [URI]})
    params = {
        "textDocument": {"uri": URI},
        "position": {"line": at.line, "character": at.column},
        "context": {"triggerKind": 1},
    }
    (item,) = await client.request("textDocument/inlineCompletion", params)
    assert "total = " in item["insertText"]
    assert "count = " in item["insertText"]
    status = client.notifications["quoin/status"][-1]
    assert status["remarks"] == ["binds `total` and `count`, which line 3 reads"]


async def test_where_the_cursor_rests_the_server_looks_ahead_in_silence(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True, "minConfidence": 0})
    text, at = cut(MARKED[1], Encoding.UTF16)
    client.open(URI, text)
    place = [URI, at.line, at.column]
    assert await client.request("workspace/executeCommand", _command("quoin.cursorRests", place)) is None
    # The request waits for what is under way, and the model is not asked again.
    assert await client.begin_completion(URI, at.line, at.column, automatic=True)[1]
    said = client.notifications["quoin/status"]
    assert "thinking" not in {status["state"] for status in said}
    assert {status["reason"] for status in said} == {None}


async def test_a_cursor_that_rests_nowhere(start: Start) -> None:
    client = await start(UNHURRIED)
    client.open(URI, "x = 1\n")
    malformed: list[list[object]] = [[], [URI, 0, "1"], [URI, -1, 0], [1, 0, 0]]
    for place in malformed:
        with pytest.raises(ResponseError):
            await client.request("workspace/executeCommand", _command("quoin.cursorRests", place))
    # Neither a closed document nor a place below the last line is an error: the editor may be ahead.
    for somewhere in ([URI, 99, 0], ["file:///never/opened.py", 0, 0]):
        assert (
            await client.request("workspace/executeCommand", _command("quoin.cursorRests", somewhere)) is None
        )


def _command(name: str, arguments: list[object]) -> dict[str, object]:
    return {"command": name, "arguments": arguments}


PAGE = """<!DOCTYPE html>
<title>A page</title>
<style>
.a {{ color: red; }}
{style}</style>
<p class="a"></p>
<script>
const items = document.querySelectorAll(".a");
{script}</script>
"""
IN_PAGE = [
    ("css", {"style": ".b {\n  color: █\n}\n"}),
    ("css", {"style": ".b { █ }\n"}),
    ("javascript", {"script": "function show(item) {\n  item.textContent = █\n}\n"}),
    ("javascript", {"script": "items.forEach((item) => {\n  console.log(█\n});\n"}),
    ("javascript", {"script": "for (const item of █) {\n  console.log(item);\n}\n"}),
]


@pytest.mark.parametrize(("language", "parts"), IN_PAGE)
async def test_code_in_a_page_parses_as_code(start: Start, language: str, parts: dict[str, str]) -> None:
    client = await start({**UNHURRIED, "minConfidence": 0})
    texts = await ask(client, PAGE.format(**{"style": "", "script": "", **parts}), language="html")
    assert texts
    element = {"css": "style", "javascript": "script"}[language]
    for text in texts:
        code = text.partition(f"<{element}>")[2].partition(f"</{element}>")[0]
        assert quoin.load_language(language).quotient(code, "").start().member, code


async def test_a_broken_line_of_a_script_is_one_of_the_page(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    await ask(client, "<p>\n<script>\nlet a = ];\nlet b = ] + █\n</script>\n", language="html")
    assert client.notifications["quoin/status"][-1]["reason"] == "the file is broken at line 3"
