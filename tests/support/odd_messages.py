"""Messages of every shape that JSON has: any value, any message, and real ones with something replaced."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

KEYS = (
    *("jsonrpc", "id", "method", "params", "result", "error", "code", "message", "uri", "textDocument"),
    *("position", "line", "character", "range", "contentChanges", "text", "token", "value", "quoin"),
)
WORDS = (
    *("2.0", "1.0", "", "é\ud800", "file:///a.py", "$/cancelRequest", "$/progress", "$/setTrace"),
    *("initialize", "initialized", "textDocument/didOpen", "textDocument/didChange"),
    *("textDocument/didClose", "textDocument/didSave", "textDocument/inlineCompletion", "no/such"),
    *("workspace/didChangeConfiguration", "workspace/executeCommand", "window/workDoneProgress/cancel"),
    *("workspace/didChangeWorkspaceFolders", "off", "line", "verbose", "quoin.accepted"),
)
NUMBERS = (0, -1, 1, 2, 7, 1.5, -0.0, 1e300, 2**31, 2**53, 2**70, -(2**63))

_HERE = {"uri": "file:///a.py"}
_PLACE = {"line": 0, "character": 4}
_RANGE = {"start": _PLACE, "end": {"line": 1, "character": 0}}
_SELECTED = {"range": _RANGE, "text": "print"}


def _notification(method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def _request(method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "odd", "method": method, "params": params}


REAL = (
    _notification(
        "textDocument/didOpen",
        {"textDocument": {**_HERE, "languageId": "python", "version": 1, "text": "x = 1\n"}},
    ),
    _notification(
        "textDocument/didChange",
        {
            "textDocument": {**_HERE, "version": 2},
            "contentChanges": [{"range": _RANGE, "rangeLength": 3, "text": "y"}, {"text": "z = 1\n"}],
        },
    ),
    _notification("textDocument/didClose", {"textDocument": _HERE}),
    _notification("workspace/didChangeConfiguration", {"settings": {"quoin": {"stop": "line"}}}),
    _notification("$/cancelRequest", {"id": "odd"}),
    _notification("$/setTrace", {"value": "off"}),
    _notification("window/workDoneProgress/cancel", {"token": "t"}),
    _notification("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": []}}),
    _request(
        "textDocument/inlineCompletion",
        {
            "textDocument": _HERE,
            "position": _PLACE,
            "context": {"triggerKind": 2, "selectedCompletionInfo": _SELECTED},
            "workDoneToken": "t",
        },
    ),
    _request("textDocument/inlineCompletion", {"textDocument": _HERE, "position": _PLACE}),
    _request("workspace/executeCommand", {"command": "quoin.accepted", "arguments": ["1", "full"]}),
    {"jsonrpc": "2.0", "id": 1, "result": [{"stop": "line"}]},
    {"jsonrpc": "2.0", "id": "x", "error": {"code": -32600, "message": "x", "data": None}},
)
"""Messages that editors send after `initialize`."""


def value(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kind = rng.randrange(9 if depth < 4 else 6)
    if kind < 3:
        return rng.choice([None, True, False, *NUMBERS])
    if kind < 6:
        return rng.choice(WORDS)
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(3))]
    return {rng.choice(KEYS): value(rng, depth + 1) for _ in range(rng.randrange(5))}


def message(rng: random.Random) -> Any:
    """Any value, something of a message's shape, or a real message with up to three things replaced.

    None of them asks the server to end, and none has the id of a request of the client's.
    """
    while True:
        found = _any_message(rng)
        if not isinstance(found, dict) or found.get("method") not in ("exit", "shutdown"):
            return found


def _any_message(rng: random.Random) -> Any:
    kind = rng.random()
    if kind < 0.1:
        return value(rng)
    if kind < 0.5:
        found: dict[str, Any] = {"jsonrpc": "2.0"} if rng.random() < 0.9 else {}
        for key in ("id", "method", "params", "result", "error"):
            if rng.random() < 0.5:
                found[key] = rng.choice(WORDS) if key == "method" and rng.random() < 0.8 else value(rng)
        return found
    found = copy.deepcopy(rng.choice(REAL))
    for _ in range(rng.randrange(1, 4)):
        _replace_something(found, rng)
    return found


def _replace_something(whole: Any, rng: random.Random) -> None:
    """Replace, remove or add one thing somewhere inside an object or a list."""
    places = list(_containers(whole))
    inside = rng.choice(places)
    keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
    action = rng.random()
    if not keys or action < 0.1:
        if isinstance(inside, dict):
            inside[rng.choice(KEYS)] = value(rng)
        else:
            inside.append(value(rng))
    elif action < 0.3:
        del inside[rng.choice(keys)]
    else:
        inside[rng.choice(keys)] = value(rng)


def _containers(whole: Any) -> list[Any]:
    """The objects and lists of a value, itself included."""
    found = [whole]
    for one in found:
        inner = one.values() if isinstance(one, dict) else one
        found += [each for each in inner if isinstance(each, dict | list)]
    return found


def body(rng: random.Random, odd: bytes) -> bytes:
    """A body made of a message's: mostly as it is, else cut, with a byte replaced, or deep brackets."""
    kind = rng.random()
    if kind < 0.9 or not odd:
        return odd
    if kind < 0.94:
        return odd[: rng.randrange(len(odd))]
    if kind < 0.99:
        at = rng.randrange(len(odd))
        return odd[:at] + rng.randbytes(1) + odd[at + 1 :]
    return rng.choice([b"[", b'{"a":']) * rng.choice([10, 1000, 100_000])
