"""Pieces typed into a server that says what it is told to."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any, cast

import pytest

from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.harness.replay.pieces import Piece
from quoin.lsp_server.harness.replay.player import Player
from quoin.lsp_server.settings.options import REPORT

from .languages import keyboard_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quoin.lsp_server.harness.client import Client


class FakeServer:
    """Shows texts by what stands on the cursor's line before it, and takes changes as a server does.

    Args:
        texts: what is shown, and how many characters after the cursor it replaces.
        slow: where the answer never comes.
    """

    def __init__(self, texts: Mapping[str, tuple[str, int]], slow: frozenset[str] = frozenset()) -> None:
        self.notifications: dict[str, list[Any]] = defaultdict(list)
        self.ended = False
        self.text = ""
        self.cancelled: list[int] = []
        self.asked: list[str] = []
        self._texts = texts
        self._slow = slow

    def open(self, _: str, text: str, __: str) -> None:
        self.text = text

    def close(self, _: str) -> None:
        pass

    def notify(self, method: str, params: Any) -> None:
        if method == "$/cancelRequest":
            self.cancelled.append(params["id"])
            return
        (change,) = params["contentChanges"]
        start, end = (self._offset(change["range"][edge]) for edge in ("start", "end"))
        self.text = self.text[:start] + change["text"] + self.text[end:]

    def _offset(self, place: Mapping[str, int]) -> int:
        lines = split_lines(self.text)
        assert place["character"] <= len(lines[place["line"]])
        return sum(map(len, lines[: place["line"]])) + place["character"]

    def begin_completion(
        self, _: str, line: int, character: int, *, automatic: bool
    ) -> tuple[int, asyncio.Future[Any]]:
        assert automatic
        before = split_lines(self.text)[line][:character]
        self.asked.append(before)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        number = len(self.asked)
        if before not in self._slow:
            answer.set_result(self._items(number, before, line, character))
        return number, answer

    def _items(self, number: int, before: str, line: int, character: int) -> list[dict[str, Any]]:
        text, replaced = self._texts.get(before, ("", 0))
        if not text:
            return []
        self.notifications[REPORT].append({"id": number, "choices": [{"text": text, "score": -1.0}]})
        start, end = ({"line": line, "character": at} for at in (0, character + replaced))
        command = {"arguments": [str(number), "full"]}
        return [{"insertText": before + text, "range": {"start": start, "end": end}, "command": command}]


LEFT, RIGHT = "x = 1\n", "\n# end\n"

CASES: list[tuple[str, dict[str, tuple[str, int]], int, list[str], int, int]] = [
    # The piece, what is shown where; keys it takes, what is taken, flickers, texts that vanish.
    ("f(a)", {}, 4, [], 0, 0),
    ("f(aa):", {"f(": ("aa):", 1)}, 3, ["aa):"], 0, 0),
    ("f(aa)", {"f(": ("aa", 0)}, 4, ["aa"], 0, 0),
    ("f(aa)", {"f(": ("ab)", 0), "f(a": ("b)", 0)}, 5, [], 0, 0),
    ("f(aa)", {"f(": ("ab)", 0), "f(a": ("c)", 0)}, 5, [], 1, 0),
    ("f(aa)", {"f(": ("ab)", 0)}, 5, [], 0, 1),
    ("f(aa)", {"f(": ("bb)", 0), "f(a": ("c)", 0)}, 5, [], 0, 0),
    ("if a:\n  bb\n  cc", {"if a:": ("\n  bb\n  cc", 0)}, 6, ["\n  bb\n  cc"], 0, 0),
    ("if a:\n  bb\n  cc", {"if a:": ("\n  bb\n  dd", 0)}, 9, ["\n  bb"], 0, 1),
    ("if a:\r\n  bb\r\n  cc", {"if a:": ("\n  bb\n  cc", 0)}, 6, ["\r\n  bb\r\n  cc"], 0, 0),
    ("name.other", {"n": ("ame.thing", 0)}, 8, ["ame"], 0, 1),
    ("f(\n  a)", {}, 6, [], 0, 0),
]


@pytest.mark.parametrize(("middle", "texts", "keys", "taken", "flickers", "vanished"), CASES)
async def test_playing(
    middle: str,
    texts: dict[str, tuple[str, int]],
    taken: list[str],
    *,
    keys: int,
    flickers: int,
    vanished: int,
) -> None:
    server = FakeServer(texts)
    player = Player(cast("Client", server), keyboard_of("python"), "python", None)
    played = await player.play(Piece("a.py", "line", LEFT, middle, RIGHT), "file:///a.py")
    assert server.text == LEFT + middle + RIGHT
    assert (played.keys, len(server.asked)) == (keys, keys)
    assert [sight.taken.text for sight in played.sights if sight.taken] == taken
    assert (played.flickers, played.vanished) == (flickers, vanished)
    assert all(sight.candidate["score"] == -1.0 for sight in played.sights)


async def test_what_comes_late_is_not_shown() -> None:
    server = FakeServer({"a": ("bcd", 0), "ab": ("cd", 0)}, frozenset({"a"}))
    player = Player(cast("Client", server), keyboard_of("python"), "python", 0.01)
    played = await player.play(Piece("a.py", "line", LEFT, "abcd", RIGHT), "file:///a.py")
    assert (server.asked, server.cancelled) == (["a", "ab", "abcd"], [1])
    assert [sight.shown.text for sight in played.sights] == ["cd"]


@pytest.mark.parametrize(
    ("text", "given", "shown"),
    [("f(a)", 1, "(a)"), ("g(a)", 1, None), ("f(a", 1, None), ("f", 0, None)],
)
async def test_what_an_editor_would_not_draw(text: str, given: int, shown: str | None) -> None:
    """The text must begin with what it replaces before the cursor, and hold what it replaces after it."""

    class Items(FakeServer):
        def _items(self, number: int, before: str, line: int, character: int) -> list[dict[str, Any]]:
            start, end = ({"line": line, "character": at} for at in (0, character + given))
            command = {"arguments": [str(number), "full"]}
            item = {"insertText": text, "range": {"start": start, "end": end}, "command": command}
            return [item] if before == "f" else []

    player = Player(cast("Client", Items({})), keyboard_of("python"), "python", None)
    played = await player.play(Piece("a.py", "part", "", "f", ")\n"), "file:///a.py")
    assert [sight.shown.text for sight in played.sights] == ([] if shown is None else [shown])
