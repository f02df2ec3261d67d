"""lsprotocol's types, finished when they are first used: the same as those that are finished at once."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import attrs
from lsprotocol import converters, types

from quoin.lsp_server.transport import lazy_types

# What a process says of all types, of some messages both ways, and of how many types it needed for these.
PROGRAM = """
import json, sys
from quoin.lsp_server.transport import lazy_types
lazy_types.import_late_types()
from tests.lsp_server.transport.test_lazy_types import described, exchanged
before = exchanged()
left = len(lazy_types._unfinished)
json.dump({"exchanged": before, "left": left, "types": described()}, sys.stdout)
"""
POSITION = {"line": 1, "character": 2}
MESSAGES: list[tuple[type, dict[str, Any]]] = [
    (
        types.InlineCompletionParams,
        {
            "textDocument": {"uri": "file:///a"},
            "position": POSITION,
            "context": {
                "triggerKind": 2,
                "selectedCompletionInfo": {"text": "x", "range": {"start": POSITION, "end": POSITION}},
            },
        },
    ),
    (
        types.DidChangeTextDocumentParams,
        {
            "textDocument": {"uri": "file:///a", "version": 3},
            "contentChanges": [{"text": "all"}, {"text": "", "range": {"start": POSITION, "end": POSITION}}],
        },
    ),
    (
        types.InitializeParams,
        {
            "processId": None,
            "rootUri": None,
            "capabilities": {
                "general": {"positionEncodings": ["utf-8"]},
                "window": {"workDoneProgress": True},
            },
            "initializationOptions": {"trusted": True},
        },
    ),
    (types.InlineCompletionItem, {"insertText": "x", "command": {"title": "t", "command": "c"}}),
]


def described() -> dict[str, list[str]]:
    """The fields of each type."""
    known = {name: one for name, one in types.ALL_TYPES_MAP.items() if isinstance(one, type)}
    return {
        name: [
            f"{field.name} {field.default!r} {field.type!r} {field.kw_only}" for field in attrs.fields(one)
        ]
        for name, one in known.items()
        if attrs.has(one)
    }


def exchanged() -> list[list[object]]:
    """Messages taken in, shown, and given out again."""
    converter = converters.get_converter()
    found: list[list[object]] = []
    for of, data in MESSAGES:
        taken: Any = converter.structure(data, of)
        assert taken == converter.structure(data, of)
        found.append([repr(taken), converter.unstructure(taken)])
    return found


def test_they_are_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    late = json.loads(done.stdout)
    assert not lazy_types._unfinished
    assert late["exchanged"] == json.loads(json.dumps(exchanged()))
    assert late["types"] == described()
    assert len(late["types"]) > 500
    assert late["left"] > 0.8 * len(late["types"])
