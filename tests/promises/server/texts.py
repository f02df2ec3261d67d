"""Promise 2: the server has the text that the editor has, whatever is typed and however it is sent."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.promises.promise import Outcome, Promise
from tests.promises.server.servers import served
from tests.support import seen_texts
from tests.support.editor_text import EditorText, Position, is_between_halves, is_whole

if TYPE_CHECKING:
    import random

    from quoin.lsp_server.harness.client import Client
    from tests.engine.model.backends.http_server import Scripted

LINE_ENDS = ("\n", "\r", "\r\n", "\n\n", "\r\r\n")
# To Python, not to editors, some of these end lines.
RARE = ("\t", "\0", "\ufeff", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\u200d", "e\u0301")
PIECES = ("x", "ab = 1", "", "", "é", "😀", "😀😁", "\u2028😀\r", *LINE_ENDS, *RARE)
HALVES = ("\ud83d", "\ude00", "\udc01", "\ud83dx", "\ud83d\ude00", "\ude00\ud83d")
# The edits between two looks at the server's text, and the units of a text that is cut shorter.
BETWEEN, LARGEST = 20, 400
HALVED = "the text holds half of a character, without its other half"
URIS = ("file:///a.py", "file:///b.py", "untitled:c")


class Typing(NamedTuple):
    """A server, the model that it asks, and the documents as their editor has them."""

    client: Client
    model: Scripted
    rng: random.Random
    texts: dict[str, EditorText]


def hold(cases: int, rng: random.Random) -> Outcome:
    """Edit documents of servers that count in each of the three encodings."""
    return asyncio.run(_hold(cases, rng))


async def _hold(cases: int, rng: random.Random) -> Outcome:
    outcome = Outcome(0)
    with seen_texts.model() as model:
        for encoding, share in (("utf-16", 0.6), ("utf-8", 0.2), ("utf-32", 0.2)):
            async with served(seen_texts.options(model), **_offering(encoding)) as client:
                typing = Typing(client, model, rng, {uri: EditorText("", encoding) for uri in URIS})
                await _type(typing, max(1, int(cases * share)), outcome)
    return outcome


def _offering(encoding: str) -> dict[str, Any]:
    return {"capabilities": {"general": {"positionEncodings": [encoding]}}}


async def _type(typing: Typing, cases: int, outcome: Outcome) -> None:
    for uri in URIS:
        _open(typing, uri)
    done = 0
    while done < cases:
        uri = typing.rng.choice(URIS)
        for _ in range(BETWEEN):
            done += _edit(typing, uri)
        if difference := await _difference(typing, uri):
            outcome.broken.append(f"after {outcome.tried + done} edits, {difference}")
            _open(typing, uri)
    outcome.tried += done


def _open(typing: Typing, uri: str) -> None:
    text = typing.texts[uri]
    text.replace((0, 0), (9999, 0), _whole(typing.rng))
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text.text}
    _send(typing, "textDocument/didOpen", {"textDocument": item})


def _edit(typing: Typing, uri: str) -> int:
    """Send one notification; return how many edits it has."""
    rng, text = typing.rng, typing.texts[uri]
    if rng.random() < 0.005:
        _send(typing, "textDocument/didClose", {"textDocument": {"uri": uri}})
        _open(typing, uri)
        return 1
    changes = []
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        changes += _change(text, rng)
    version = {"uri": uri, "version": rng.randrange(1000)}
    _send(typing, "textDocument/didChange", {"textDocument": version, "contentChanges": changes})
    return len(changes)


def _change(text: EditorText, rng: random.Random) -> list[dict[str, Any]]:
    """Change the editor's text; return the edits that say so."""
    kind = rng.random()
    if len(text.units) > LARGEST:
        return [_replaced(text, (1, 0), (9999, 0), "")]
    if kind < 0.02:
        whole = _whole(rng)
        text.replace((0, 0), (9999, 0), whole)
        return [{"text": whole}]
    start, end = _position(text, rng), _position(text, rng)
    if kind < 0.1:
        return _in_halves(text, start, rng)
    if kind < 0.7:
        end = (start[0], start[1] + rng.choice((0, 0, 1, 2)))
    return [_replaced(text, start, end, rng.choice(HALVES if kind < 0.13 else PIECES))]


def _whole(rng: random.Random) -> str:
    """A text to begin with, at times with halves of characters."""
    pieces = (*PIECES, *HALVES) if rng.random() < 0.2 else PIECES
    return "".join(rng.choices(pieces, k=rng.randrange(12)))


def _in_halves(text: EditorText, at: Position, rng: random.Random) -> list[dict[str, Any]]:
    """Insert a character half by half, in either order."""
    place = text.position(text.offset(at))
    if rng.random() < 0.5:
        return [_replaced(text, place, place, half) for half in ("\ude00", "\ud83d")]
    first = _replaced(text, place, place, "\ud83d")
    behind = text.position(text.offset(place) + 1)
    return [first, _replaced(text, behind, behind, "\ude00")]


def _replaced(text: EditorText, start: Position, end: Position, new: str) -> dict[str, Any]:
    text.replace(start, end, new)
    ends = {"start": _json(start), "end": _json(end)}
    return {"range": ends, "text": new}


def _json(position: Position) -> dict[str, int]:
    return {"line": position[0], "character": position[1]}


def _position(text: EditorText, rng: random.Random) -> Position:
    """Any position, mostly inside the text."""
    if rng.random() < 0.05:
        return rng.randrange(40), rng.randrange(40)
    return text.position(rng.randint(0, len(text.units)))


async def _difference(typing: Typing, uri: str) -> str:
    """How the server's text differs from the editor's; empty if it does not."""
    text = typing.texts[uri]
    if not is_whole(text.text):
        if await seen_texts.seen(typing.client, typing.model, uri, 0, 0) is not None:
            return f"half of a character was shown to a model: {text.text!r}"
        if seen_texts.last_reason(typing.client) != HALVED:
            return f"no reason for a text with half of a character: {text.text!r}"
        _mend(typing, uri)
    line, character = text.position(typing.rng.randint(0, len(text.units)))
    left = text.before((line, character))
    seen = await seen_texts.seen(typing.client, typing.model, uri, line, character)
    if seen != (left, text.text[len(left) :]):
        return f"{text.encoding} {line}:{character}: the editor has {text.text!r}, the server {seen}"
    return ""


def _mend(typing: Typing, uri: str) -> None:
    """Take out the halves that have lost their other half, one edit each."""
    text = typing.texts[uri]
    at = 0
    changes = []
    while at < len(text.units):
        if is_between_halves(text.units, at + 1):
            at += 2
        elif "\ud800" <= text.units[at] < "\ue000":
            changes.append(_replaced(text, text.position(at), text.position(at + 1), ""))
            # What stood around it may have become a character.
            at = max(0, at - 1)
        else:
            at += 1
    version = {"uri": uri, "version": 1}
    _send(typing, "textDocument/didChange", {"textDocument": version, "contentChanges": changes})


def _send(typing: Typing, method: str, params: dict[str, Any]) -> None:
    """Send a notification, with signs beyond ASCII as escapes or as they are."""
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    body = json.dumps(message, ensure_ascii=typing.rng.random() < 0.5)
    typing.client.send_body(body.encode("utf-8", "surrogatepass"))


PROMISE = Promise(
    2,
    "the server's text equals an independent UTF-16 model's: CR, LF, CRLF, U+2028, form feed, surrogates",
    "edits",
    {"suite": 2_000, "hour": 300_000, "full": 5_000_000},
    hold,
)
