"""Why there is nothing: what the server says of requests that get no completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest

from quoin.engine.languages.manifest import Promise
from quoin.engine.model import STARTER, ModelSettings
from quoin.engine.model.ipc.messages import CompletionResult, Why
from quoin.engine.model.settings import STARTER_LANGUAGES
from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.languages.languages import packaged
from quoin.lsp_server.reasons import Kind, of_result, reason
from tests.lsp_server.completion.test_completion import MARKED, UNHURRIED, URI, cut

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

UNKNOWN_TO_STARTER = "the starter model does not know {}; choose a model for it (setting model.path)"
GO = "package p\n\nfunc f(a, b int) int {\n\treturn █\n}\n"
OFFERED = "folder = '.'\nfor name in fol█:\n    print(name)\n"
LISP = "(defun f (a b)\n  (list a █))\n"
APART = "what stands before the cursor and what stands after it do not go together"
AUTOMATIC, INVOKED = 2, 1


async def ask(client: Client, marked: str, language: str, kind: int) -> list[Any]:
    text, at = cut(marked, Encoding.UTF16)
    client.open(URI, text, language)
    params = {
        "textDocument": {"uri": URI},
        "position": {"line": at.line, "character": at.column},
        "context": {"triggerKind": kind},
    }
    items: list[Any] = await client.request("textDocument/inlineCompletion", params)
    return items


def last_reason(client: Client) -> str | None:
    said: list[dict[str, Any]] = client.notifications["quoin/status"]
    reason: str | None = said[-1]["reason"]
    return reason


REASONS: list[tuple[str, str, int, dict[str, Any], str]] = [
    ("# one █\n", "python", AUTOMATIC, {}, "the cursor is in a comment (setting suppressIn)"),
    ("x = 'one █'\n", "python", AUTOMATIC, {}, "the cursor is in a string (setting suppressIn)"),
    ("x = 1\ny = ] + █\n", "python", INVOKED, {}, "the file is broken at line 2"),
    ("x = █\ny = ]\n", "python", INVOKED, {"guarantee": "file"}, "the file is broken at line 2"),
    (
        "x = [\n" + "    'item',\n" * 60_000 + "    █\n]\n",
        "python",
        INVOKED,
        {"maxLatencyMs": 10},
        "the time was over after 10 ms, before anything that fits was found (setting maxLatencyMs)",
    ),
    ("x = (a█)' % b)\n", "python", AUTOMATIC, {}, APART),
    (LISP, "clojure", AUTOMATIC, {}, UNKNOWN_TO_STARTER.format("clojure")),
    (LISP, "clojure", INVOKED, {}, UNKNOWN_TO_STARTER.format("clojure")),
    (
        "x = '\ud83d'\ny = █\n",
        "python",
        INVOKED,
        {},
        "the text holds half of a character, without its other half",
    ),
    ("fn main() {█}\n", "cobol", INVOKED, {}, "quoin has no grammar for cobol"),
    (
        MARKED[0],
        "python",
        AUTOMATIC,
        {"trigger": "manual"},
        "completions come only when you ask for one (setting trigger)",
    ),
    (
        MARKED[0],
        "python",
        INVOKED,
        {"languages": {"python": False}},
        "completions are switched off for python (setting languages)",
    ),
    (MARKED[0], "python", INVOKED, {"enable": False}, "completions are switched off (setting enable)"),
    (
        MARKED[0],
        "python",
        INVOKED,
        {"model.path": "/missing.gguf"},
        "the model cannot be used: there is no model file /missing.gguf",
    ),
]


@pytest.mark.parametrize("case", REASONS, ids=[case[-1] for case in REASONS])
async def test_every_empty_answer_has_its_reason(
    start: Start, case: tuple[str, str, int, dict[str, Any], str]
) -> None:
    marked, language, kind, settings, wanted = case
    client = await start({**UNHURRIED, "status": True, "trusted": True, **settings})
    assert await ask(client, marked, language, kind) == []
    await client.heard(lambda: last_reason(client) == wanted)


async def test_a_reason_goes_when_something_is_offered(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    await ask(client, "# one █\n", "python", AUTOMATIC)
    await client.heard(lambda: last_reason(client) is not None)
    assert await ask(client, OFFERED, "python", AUTOMATIC)
    await client.heard(lambda: last_reason(client) is None)


async def test_the_promise_is_that_of_the_last_request_s_language(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    for marked, language in ((MARKED[0], "python"), (GO, "go"), ("a = █\n", "toml"), ("█", "cobol")):
        await ask(client, marked, language, AUTOMATIC)
    said = [status["promise"] for status in client.notifications["quoin/status"]]
    assert list(dict.fromkeys(said)) == [
        None,
        "Python 3.8 to 3.14, exactly as CPython's ast.parse of each version takes it",
        "Go 1.26, exactly as go/parser takes it, but for malformed line comments",
        "TOML 1.0, exactly as CPython's tomllib takes it, but for numbers of more than 4,300 digits",
    ]
    assert said[-1] is None


IN_SCRIPT = ("<p>\n<script>\nlet value = 1;\nlet other = █\n</script>\n", "javascript", "ECMAScript 2025, ")
IN_STYLE = ("<style>a { color: █ }</style>\n", "css", "CSS")
IN_TEXT = ("<p>█\n<script>\nlet value = 1;\n</script>\n", None, "HTML, ")


@pytest.mark.parametrize(("marked", "part", "promise"), [IN_SCRIPT, IN_STYLE, IN_TEXT])
async def test_the_promise_in_a_part_is_that_of_its_language(
    start: Start, marked: str, part: str | None, promise: str
) -> None:
    client = await start({**UNHURRIED, "status": True})
    for _ in ("from the model", "from the cache"):
        await ask(client, marked, "html", AUTOMATIC)
        said = client.notifications["quoin/status"][-1]
        assert (said["part"], said["promise"][: len(promise)]) == (part, promise)


UNCLOSED = "<p>\n<script>\nlet value = 1;\nlet other = █\n"


@pytest.mark.parametrize(("guarantee", "part"), [("region", "javascript"), ("file", None)])
async def test_a_part_without_its_end_is_none_where_the_whole_file_has_to_fit(
    start: Start, guarantee: str, part: str | None
) -> None:
    client = await start({**UNHURRIED, "status": True, "guarantee": guarantee, "minConfidence": 0})
    assert await ask(client, UNCLOSED, "html", AUTOMATIC)
    last = client.notifications["quoin/status"][-1]
    assert (last["part"], last["guarantee"]) == (part, guarantee)


async def test_nothing_is_offered_in_a_part_whose_language_is_switched_off(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True, "languages": {"javascript": False}})
    assert await ask(client, IN_SCRIPT[0], "html", AUTOMATIC) == []
    assert last_reason(client) == "completions are switched off for javascript (setting languages)"


@pytest.mark.parametrize(
    ("promise", "told"),
    [
        (Promise(), "as its grammar takes it, which is held against nothing"),
        (Promise("exact", "x", "Y 1"), "Y 1, exactly as x takes it"),
        (Promise("exact", "x", "Y 1", "names"), "Y 1, exactly as x takes it, but for names"),
        (
            Promise("published", "tree-sitter-c", "C 17"),
            "C 17, as tree-sitter-c takes it, which the language's own parser may refuse",
        ),
    ],
)
def test_promises_in_words(promise: Promise, told: str) -> None:
    assert promise.told == told


async def test_a_language_in_which_nothing_is_offered_is_not_prepared(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True, "languages": {"toml": False}})
    for marked, language in ((LISP, "clojure"), ("a = █\n", "toml"), (MARKED[0], "python")):
        await ask(client, marked, language, AUTOMATIC)
    said = [status.get("message") for status in client.notifications["quoin/status"]]
    assert not [message for message in said if message and ("clojure" in message or "toml" in message)]


async def test_a_language_that_the_starter_does_not_know_is_told_once(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True, "trusted": True})
    for language in ("clojure", "clojure", "scheme", "clojure"):
        assert await ask(client, LISP, language, AUTOMATIC) == []
    assert await ask(client, OFFERED, "python", AUTOMATIC)
    said = [params["message"] for params in client.notifications["window/showMessage"]]
    assert said == [f"quoin: {UNKNOWN_TO_STARTER.format(language)}" for language in ("clojure", "scheme")]
    # A model that the user names is the user's choice.
    client.configure({"model": {"path": str(STARTER)}})
    await ask(client, LISP, "clojure", INVOKED)
    assert last_reason(client) != UNKNOWN_TO_STARTER.format("clojure")


async def test_the_languages_of_a_page_are_prepared_when_it_is_opened(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True, "languages": {"css": False}})
    await ask(client, "<p>█</p><script>a()</script><style>a {}</style>\n", "html", AUTOMATIC)
    said = " ".join(status.get("message", "") for status in client.notifications["quoin/status"])
    assert "javascript" in said
    assert "css" not in said


@pytest.mark.parametrize("language", STARTER_LANGUAGES)
def test_the_starters_languages_are_served(language: str) -> None:
    known = [one for one in packaged() if language in (one.name, *one.manifest.lsp_ids)]
    assert [one.called(language, "") for one in known] == [language]
    assert ModelSettings().supports(language)


async def test_while_the_model_is_prepared_that_is_the_reason(start: Start) -> None:
    client = await start({**UNHURRIED, "status": True})
    assert await ask(client, MARKED[0], "python", INVOKED)
    said = [status["reason"] for status in client.notifications["quoin/status"]]
    assert set(said) == {None, reason(Kind.PREPARING).told}
    await client.heard(lambda: last_reason(client) is None)


@pytest.mark.parametrize("why", get_args(Why))
def test_whatever_the_engine_says_has_words(why: Why) -> None:
    found = of_result(CompletionResult([], "none", why=why, broken_line=12), 0.5)
    assert found is not None
    assert "{" not in found.told
    assert of_result(CompletionResult([], "file"), 0.5) is None


def test_reasons_are_clauses() -> None:
    for kind in Kind:
        words = reason(kind, ms=1, line=1, language="go", problem="x").told
        assert words[0].islower()
        assert not words.endswith(".")
