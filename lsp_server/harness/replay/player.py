"""A player that types pieces as an editor does, by a change and an automatic request for each key."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.harness.client import ServerGoneError
from quoin.lsp_server.harness.replay.keyboard import Typed
from quoin.lsp_server.harness.replay.user import Shown, Taken, apply, next_key, take
from quoin.lsp_server.settings.options import REPORT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quoin.lsp_server.harness.client import Client
    from quoin.lsp_server.harness.replay.keyboard import Keyboard
    from quoin.lsp_server.harness.replay.pieces import Piece

PERSON_SECONDS = 0.2
_ANSWER_SECONDS = 120.0
_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class Sight:
    """A text that was shown after a key.

    Attributes:
        shown: the text and its place.
        seconds: time from the key to the text.
        candidate: the server's report about the completion; empty if there is none.
        taken: the part that the user takes, or None.
    """

    shown: Shown
    seconds: float
    candidate: Mapping[str, Any]
    taken: Taken | None


@dataclass
class Played:
    """The record of a typed piece.

    Attributes:
        piece: the piece.
        keys: number of keys pressed, including those that accept a text.
        sights: the shown texts, in their order.
        flickers: how often a key that agreed with the shown text replaced the text by another one.
        vanished: how often no text was shown after a key that agreed with the shown text.
    """

    piece: Piece
    keys: int = 0
    sights: list[Sight] = field(default_factory=list)
    flickers: int = 0
    vanished: int = 0


class Player:
    """A typist at one server.

    Args:
        client: the client of the server.
        keyboard: the keyboard for the language.
        language_id: an editor's name for the language.
        pause: seconds between keys; None to wait for each answer instead.
    """

    def __init__(self, client: Client, keyboard: Keyboard, language_id: str, pause: float | None) -> None:
        self._client = client
        self._keyboard = keyboard
        self._language = language_id
        self._pause = pause
        self._candidates: dict[str, Mapping[str, Any]] = {}

    async def play(self, piece: Piece, uri: str) -> Played:
        """Type a piece into its file, which is opened as the document `uri`.

        Raises:
            AssertionError: the typed file differs from the original.
        """
        played = Played(piece)
        typed = Typed(piece.left, piece.right)
        self._client.open(uri, typed.before + typed.after, self._language)
        shown: Shown | None = None
        version = 1
        while True:
            taken = take(shown) if shown else None
            now = apply(typed, taken) if taken else self._pressed(piece, typed)
            if now is None:
                break
            played.keys += 1
            version += 1
            self._change(uri, version, typed, now)
            before, typed = shown, now
            shown = await self._look(played, uri, typed)
            _compare(played, before, shown, typed)
        self._client.close(uri)
        assert typed == Typed(piece.left + piece.middle, piece.right), "the piece was not typed as it was"
        return played

    def _pressed(self, piece: Piece, typed: Typed) -> Typed | None:
        key = next_key(piece.middle[len(typed.before) - len(piece.left) :], typed)
        return None if key is None else self._keyboard.press(typed, key)

    def _change(self, uri: str, version: int, before: Typed, now: Typed) -> None:
        """Notify the server of a key's change, which is limited to the text around the cursor."""
        kept = min(len(before.before), len(now.before))
        behind = min(len(before.after), len(now.after))
        whole = now.before + now.after
        text = before.before + before.after
        span = {"start": _position(text[:kept]), "end": _position(text[: len(text) - behind])}
        change = {"range": span, "text": whole[kept : len(whole) - behind]}
        document = {"uri": uri, "version": version}
        self._client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    async def _look(self, played: Played, uri: str, typed: Typed) -> Shown | None:
        """Return the text shown after a key; with a pause, only if it is shown before the next key."""
        started = time.perf_counter()
        at = _position(typed.before)
        number, answer = self._client.begin_completion(uri, at["line"], at["character"], automatic=True)
        items = await self._awaited(number, answer)
        seconds = time.perf_counter() - started
        shown = self._shown(played.piece, typed, items[0]) if items else None
        if items and shown:
            offer = items[0]["command"]["arguments"][0]
            candidate = self._candidate(number, offer, items[0]["insertText"])
            played.sights.append(Sight(shown, seconds, candidate, take(shown)))
        self._client.notifications[REPORT].clear()
        if self._pause is not None:
            await asyncio.sleep(max(0.0, self._pause - (time.perf_counter() - started)))
        return shown

    async def _awaited(self, number: int, answer: asyncio.Future[Any]) -> list[dict[str, Any]]:
        if self._pause is None:
            items: list[dict[str, Any]] = await asyncio.wait_for(answer, _ANSWER_SECONDS)
            return items
        done, _ = await asyncio.wait([answer], timeout=self._pause)
        if done:
            return list(answer.result())
        if self._client.ended:
            raise ServerGoneError("it ended without an answer")
        self._client.notify("$/cancelRequest", {"id": number})
        # The answer is no longer awaited and may be an error, so its exception is marked as retrieved.
        answer.add_done_callback(lambda late: late.cancelled() or late.exception())
        return []

    def _candidate(self, number: int, offer: str, text: str) -> Mapping[str, Any]:
        """Return the report about an offer, or the earlier one if only the rest of the offer is shown."""
        for report in self._client.notifications[REPORT]:
            for candidate in report.get("choices", ()) if report["id"] == number else ():
                # A shown text may begin with added blanks, and lacks closers that the file already has.
                if text.endswith(candidate["text"]) or candidate["text"].startswith(text):
                    self._candidates[offer] = {**candidate, "guarantee": report.get("guarantee")}
        return self._candidates.get(offer, {})

    def _shown(self, piece: Piece, typed: Typed, item: Mapping[str, Any]) -> Shown | None:
        """Return an item as an editor shows it, or None if an editor would show nothing."""
        span, text = item["range"], item["insertText"]
        here = _position(typed.before)
        back = here["character"] - span["start"]["character"]
        ahead = span["end"]["character"] - here["character"]
        line = split_lines(typed.before)[-1]
        given = line[len(line) - back :] if back else ""
        if not span["start"]["line"] == span["end"]["line"] == here["line"] or not text.startswith(given):
            return None
        rest = piece.middle[len(typed.before) - len(piece.left) :]
        # Editors insert the kind of line end that the file has.
        ending = "\r\n" if "\r\n" in piece.left + piece.middle + piece.right else "\n"
        text = _LINE_END.sub(ending, text[len(given) :])
        shown = Shown(typed, text, ahead, rest, piece.right)
        return shown if shown.text and _contains(shown.text, typed.after[:ahead]) else None


def _compare(played: Played, before: Shown | None, now: Shown | None, typed: Typed) -> None:
    """Count a shown text that a key agreed with if the text has vanished or changed."""
    if before is None:
        return
    pressed = typed.before[len(before.typed.before) :]
    left = before.text[len(pressed) :]
    if not pressed or not left or not before.text.startswith(pressed):
        return
    if now is None:
        played.vanished += 1
    elif now.whole != before.whole:
        played.flickers += 1


def _contains(text: str, replaced: str) -> bool:
    """Return whether a text contains the replaced characters in order, as editors require to show it."""
    signs = iter(text)
    return all(sign in signs for sign in replaced)


def _position(text: str) -> dict[str, int]:
    lines = split_lines(text)
    return {"line": len(lines) - 1, "character": len(lines[-1])}
