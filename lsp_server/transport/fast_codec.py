"""Reads and writes the messages of each keystroke without the library's converter, which is slower.

Messages in an unusual form are left to the library, whose converter handles all messages.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

Json = Any
"""JSON of any shape; a wrong shape raises one of `_MISSHAPEN`, here or in the types' own checks."""

_MISSHAPEN = (LookupError, TypeError, ValueError, AttributeError)


def read_change(params: Json) -> types.DidChangeTextDocumentParams | None:
    """Read the parameters of `textDocument/didChange`; None leaves them to the library."""
    try:
        document = params["textDocument"]
        identifier = types.VersionedTextDocumentIdentifier(document["version"], document["uri"])
        changes = tuple(map(_change, params["contentChanges"]))
    except _MISSHAPEN:
        return None
    return types.DidChangeTextDocumentParams(identifier, changes)


def read_completion(params: Json) -> types.InlineCompletionParams | None:
    """Read the parameters of `textDocument/inlineCompletion`; None leaves them to the library."""
    try:
        if "workDoneToken" in params:
            return None
        document = types.TextDocumentIdentifier(params["textDocument"]["uri"])
        return types.InlineCompletionParams(
            _context(params["context"]), document, _position(params["position"])
        )
    except _MISSHAPEN:
        return None


def write_items(result: object) -> list[Json] | None:
    """Write a list of completions in the form of `features.inline_completion`; None for other results."""
    if not isinstance(result, list) or not all(isinstance(one, types.InlineCompletionItem) for one in result):
        return None
    return [_item(item) for item in result]


def _item(item: types.InlineCompletionItem) -> Json:
    written: Json = {"insertText": item.insert_text}
    if item.range is not None:
        written["range"] = {"start": _place(item.range.start), "end": _place(item.range.end)}
    if item.command is not None:
        command = item.command
        written["command"] = {
            "title": command.title,
            "command": command.command,
            "arguments": command.arguments,
        }
    return written


def _place(position: types.Position) -> Json:
    return {"line": position.line, "character": position.character}


def _change(change: Json) -> types.TextDocumentContentChangeEvent:
    if "range" not in change:
        return types.TextDocumentContentChangeWholeDocument(change["text"])
    return types.TextDocumentContentChangePartial(
        _range(change["range"]), change["text"], change.get("rangeLength")
    )


def _context(context: Json) -> types.InlineCompletionContext:
    selected = context.get("selectedCompletionInfo")
    return types.InlineCompletionContext(
        types.InlineCompletionTriggerKind(context["triggerKind"]),
        selected and types.SelectedCompletionInfo(_range(selected["range"]), selected["text"]),
    )


def _range(span: Json) -> types.Range:
    return types.Range(_position(span["start"]), _position(span["end"]))


def _position(position: Json) -> types.Position:
    return types.Position(position["line"], position["character"])
