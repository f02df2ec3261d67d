"""What is read and written by hand is what the library's converter makes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import converters, types

from quoin.lsp_server.transport.fast_codec import read_change, read_completion, write_items

CONVERTER = converters.get_converter()
START, END = {"line": 1, "character": 2}, {"line": 3, "character": 40}
SPAN = {"start": START, "end": END}
DOCUMENT = {"uri": "file:///a.py", "version": 7}
CONTEXT = {"triggerKind": 2}

CHANGES: list[list[dict[str, Any]]] = [
    [],
    [{"text": "x = 1\n"}],
    [{"range": SPAN, "text": ""}],
    [{"range": SPAN, "text": "\ud83d", "rangeLength": 3}, {"text": "y", "other": 1}],
]


@pytest.mark.parametrize("changes", CHANGES)
def test_changes(changes: list[dict[str, Any]]) -> None:
    params = {"textDocument": DOCUMENT, "contentChanges": changes}
    assert read_change(params) == CONVERTER.structure(params, types.DidChangeTextDocumentParams)


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        {},
        {"textDocument": DOCUMENT},
        {"textDocument": {"uri": "a"}, "contentChanges": []},
        {"textDocument": {"uri": 1, "version": 1}, "contentChanges": []},
        {"textDocument": {"uri": "a", "version": "1"}, "contentChanges": []},
        {"textDocument": DOCUMENT, "contentChanges": 1},
        {"textDocument": DOCUMENT, "contentChanges": [1]},
        {"textDocument": DOCUMENT, "contentChanges": [{}]},
        {"textDocument": DOCUMENT, "contentChanges": [{"text": 1}]},
        {"textDocument": DOCUMENT, "contentChanges": [{"text": "", "range": None}]},
        {"textDocument": DOCUMENT, "contentChanges": [{"text": "", "range": {"start": START}}]},
        {
            "textDocument": DOCUMENT,
            "contentChanges": [{"text": "", "range": {"start": START, "end": [1, 2]}}],
        },
        {"textDocument": DOCUMENT, "contentChanges": [{"text": "", "range": SPAN, "rangeLength": -1}]},
    ],
)
def test_changes_that_are_left_to_the_library(params: object) -> None:
    assert read_change(params) is None


COMPLETIONS: list[dict[str, Any]] = [
    CONTEXT,
    {"triggerKind": 1, "selectedCompletionInfo": None},
    {"triggerKind": 1, "selectedCompletionInfo": {"range": SPAN, "text": "print"}},
]


@pytest.mark.parametrize("context", COMPLETIONS)
def test_requests(context: dict[str, Any]) -> None:
    params = {"textDocument": {"uri": "file:///a.py"}, "position": START, "context": context}
    assert read_completion(params) == CONVERTER.structure(params, types.InlineCompletionParams)


@pytest.mark.parametrize(
    "changed",
    [
        {"textDocument": {}},
        {"position": None},
        {"position": {"line": -1, "character": 0}},
        {"position": {"line": 1.5, "character": 0}},
        {"context": None},
        {"context": {"triggerKind": 9}},
        {"context": {"triggerKind": 1, "selectedCompletionInfo": {"text": "x"}}},
        {"workDoneToken": "t"},
    ],
)
def test_requests_that_are_left_to_the_library(changed: dict[str, Any]) -> None:
    params = {"textDocument": {"uri": "file:///a.py"}, "position": START, "context": CONTEXT, **changed}
    assert read_completion(params) is None


RANGE = types.Range(types.Position(1, 2), types.Position(1, 4))


@pytest.mark.parametrize(
    "items",
    [
        [],
        [types.InlineCompletionItem(insert_text="\n  é😀")],
        [
            types.InlineCompletionItem(insert_text="a", range=RANGE),
            types.InlineCompletionItem("b", range=RANGE, command=types.Command("t", "c", arguments=["x", 1])),
        ],
    ],
)
def test_items(items: list[types.InlineCompletionItem]) -> None:
    answer = types.InlineCompletionResponse(id=1, result=items)
    assert json.loads(json.dumps(write_items(items))) == CONVERTER.unstructure(answer)["result"]


@pytest.mark.parametrize("result", [None, {}, "a", [1], [types.Position(1, 2)]])
def test_other_results_are_left_to_the_library(result: object) -> None:
    assert write_items(result) is None
